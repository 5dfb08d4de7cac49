/** Reduces a release note to the HTML that `contract/rich-text.ts` allows. Other tags are removed, their text stays. */
import sanitize from 'sanitize-html'
import { RICH_TEXT } from '#contract/rich-text.ts'
import { isBlank } from '#contract/values.ts'

/** Elements whose text is a program, a style or a field, not something to be read: it is removed too. */
const TAGS_WITHOUT_TEXT = [
  ...['script', 'style', 'textarea', 'option', 'select', 'title', 'template', 'xmp', 'plaintext'],
  ...['noscript', 'noembed', 'noframes', 'iframe', 'object', 'svg', 'math'],
]

/** Deeper than anybody indents, and far below the depth at which a parser fails. */
const MAX_DEPTH = 60

/** Control characters. Browsers ignore them inside an address; in a release note they have no place. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f]/

/** Removes all attributes from a link whose address is not allowed. */
const link: sanitize.Transformer = (tagName, { href = '' }) => ({
  tagName,
  attribs:
    RICH_TEXT.address.test(href) && !CONTROLS.test(href) ? { href, ...RICH_TEXT.link } : ({} as sanitize.Attributes),
})

const list: sanitize.Transformer = (tagName, { start = '' }) => ({
  tagName,
  attribs: RICH_TEXT.start.test(start) ? { start } : ({} as sanitize.Attributes),
})

/** Removes the tag of a link without an address and keeps its text. */
const removesTag: NonNullable<sanitize.IOptions['exclusiveFilter']> = ({ tag, attribs }) =>
  tag === 'a' && attribs.href === undefined && 'excludeTag'

const as = (tagName: string): sanitize.Transformer => sanitize.simpleTransform(tagName, {}, false)

const RULES: sanitize.IOptions = {
  allowedTags: [...RICH_TEXT.tags],
  allowedAttributes: { a: ['href', ...Object.keys(RICH_TEXT.link)], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: TAGS_WITHOUT_TEXT,
  nestingLimit: MAX_DEPTH,
  parseStyleAttributes: false,
  exclusiveFilter: removesTag,
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

/** Returns the HTML with only allowed tags and attributes. Clean HTML is returned unchanged. */
export const sanitizeNote = (html: string): string => sanitize(html, RULES)

/** Whether a cleaned text is blank. */
export const isBlankNote = (cleaned: string): boolean =>
  isBlank(sanitize(cleaned, { allowedTags: [], allowedAttributes: {} }).replaceAll('&nbsp;', ''))
