import { expect, test } from 'vitest'
import { withWordLists } from './word-lists.ts'

const item = (level: number, bullet: string, text: string) =>
  `<p class="MsoListParagraph" style="text-indent:-18pt;mso-list:l0 level${level} lfo1"><!--[if !supportLists]--><span style="font-family:Symbol"><span style="mso-list:Ignore">${bullet}<span>&nbsp;&nbsp; </span></span></span><!--[endif]-->${text}</p>`

/** Returns only the lists' structure: tags of blocks, and text. */
function read(html: string): string {
  const body = new DOMParser().parseFromString(withWordLists(html), 'text/html').body
  return body.innerHTML
    .replaceAll(/<!--.*?-->|<span[^>]*>|<\/span>/g, '')
    .replaceAll(/<(\w+) [^>]*>/g, '<$1>')
    .replaceAll(/>\s+</g, '><')
}

test('paragraphs with a bullet become a list, and what stands around stays', () => {
  expect(read(`<p>Before</p>${item(1, '·', 'One')}\n${item(1, '·', 'Two')}<p>After</p>`)).toBe(
    '<p>Before</p><ul><li><p>One</p></li><li><p>Two</p></li></ul><p>After</p>',
  )
})

test('a list within a list is within its item', () => {
  const html = item(1, '·', 'One') + item(2, 'o', 'Inner') + item(1, '·', 'Two')
  expect(read(html)).toBe('<ul><li><p>One</p><ul><li><p>Inner</p></li></ul></li><li><p>Two</p></li></ul>')
})

test('a list that begins deeper is one list all the same', () => {
  expect(read(item(2, '·', 'One') + item(2, '·', 'Two'))).toBe('<ul><li><p>One</p></li><li><p>Two</p></li></ul>')
})

test('numbers make a numbered list; another one begins after other words', () => {
  const html = `${item(1, '1.', 'One')}${item(1, '2.', 'Two')}<p>Words</p>${item(1, '·', 'Three')}${item(1, '1)', 'Four')}`
  expect(read(html)).toBe(
    '<ol><li><p>One</p></li><li><p>Two</p></li></ol><p>Words</p><ul><li><p>Three</p></li></ul><ol><li><p>Four</p></li></ol>',
  )
})

test('returns HTML that is not from Word unchanged', () => {
  const html = '<ul><li><p style="margin:0">One</p></li></ul>'
  expect(withWordLists(html)).toBe(html)
})
