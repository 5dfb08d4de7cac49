/** Makes of a release note what `contract/rich-text.ts` allows. Whatever else comes is left out, its words are not. */
import sanitize from 'sanitize-html'
import { RICH_TEXT } from '#contract/rich-text.ts'
import { isBlank } from '#contract/values.ts'

/** Their text is a program, a style or a field, and nothing that somebody wrote to be read. */
const WORDLESS = [
  ...['script', 'style', 'textarea', 'option', 'select', 'title', 'template', 'xmp', 'plaintext'],
  ...['noscript', 'noembed', 'noframes', 'iframe', 'object', 'svg', 'math'],
]

/** Deeper than anybody indents, and far from where a parser gives up. */
const DEEPEST = 60

/** Browsers pass over these inside an address; in a note nothing begins with them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f]/

/** A link that leads nowhere loses everything. */
const link: sanitize.Transformer = (tagName, { href = '' }) => ({
  tagName,
  attribs:
    RICH_TEXT.address.test(href) && !CONTROLS.test(href) ? { href, ...RICH_TEXT.link } : ({} as sanitize.Attributes),
})

const list: sanitize.Transformer = (tagName, { start = '' }) => ({
  tagName,
  attribs: RICH_TEXT.start.test(start) ? { start } : ({} as sanitize.Attributes),
})

/** Of a link that leads nowhere the words stay. */
const leadsNowhere: NonNullable<sanitize.IOptions['exclusiveFilter']> = ({ tag, attribs }) =>
  tag === 'a' && attribs.href === undefined && 'excludeTag'

const as = (tagName: string): sanitize.Transformer => sanitize.simpleTransform(tagName, {}, false)

const RULES: sanitize.IOptions = {
  allowedTags: [...RICH_TEXT.tags],
  allowedAttributes: { a: ['href', ...Object.keys(RICH_TEXT.link)], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: WORDLESS,
  nestingLimit: DEEPEST,
  parseStyleAttributes: false,
  exclusiveFilter: leadsNowhere,
  transformTags: {
    a: link,
    ol: list,
    b: as('strong'),
    i: as('em'),
    del: as('s'),
    strike: as('s'),
    h5: as('h4'),
    h6: as('h4'),
  },
}

/** HTML of which only the allow list is left. What was clean stays as it is. */
export const clean = (html: string): string => sanitize(html, RULES)

/** Whether a cleaned text says anything. */
export const saysNothing = (cleaned: string): boolean =>
  isBlank(sanitize(cleaned, { allowedTags: [], allowedAttributes: {} }).replaceAll('&nbsp;', ''))
