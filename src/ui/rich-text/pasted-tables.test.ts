import { expect, test } from 'vitest'
import { withTableRows } from './pasted-tables.ts'

test('each row of a table is a line, with what stands in its cells apart', () => {
  const html =
    '<p>Before</p><table><thead><tr><th>Name</th><th>Days</th></tr></thead><tbody><tr><td>Ann</td><td>3</td></tr></tbody></table><p>After</p>'
  expect(withTableRows(html)).toBe('<p>Before</p><p>Name | Days</p><p>Ann | 3</p><p>After</p>')
})

test('keeps the text of a cell, on one line', () => {
  const html =
    '<table><tr><td><p>One</p><p><b>Two</b></p></td><td><a href="https://example.com">Three</a><br>Four</td></tr></table>'
  expect(withTableRows(html)).toBe('<p>One <b>Two</b>  | <a href="https://example.com">Three</a> Four</p>')
})

test('a table within a cell is part of its line', () => {
  const html = '<table><tr><td>A</td><td><table><tr><td>B</td><td>C</td></tr></table></td></tr></table>'
  expect(withTableRows(html)).toBe('<p>A | B | C </p>')
})

test('a mail that is laid out by tables keeps its paragraphs and lists', () => {
  const mail = '<h2>News</h2><p>One</p><ul><li>Two</li><li>Three</li></ul>'
  const inner = `<table><tr><td>&nbsp;</td><td>${mail}</td><td></td></tr></table>`
  expect(withTableRows(inner)).toBe(`<div>${mail}</div>`)
  expect(withTableRows(`<table><tr><td>${inner}<p>Four</p></td></tr></table>`)).toBe(
    `<div><div>${mail}</div><p>Four</p></div>`,
  )
})

test('puts a table’s caption above its lines', () => {
  const html = '<table><caption>Days off</caption><tr><td>Ann</td></tr></table>'
  expect(withTableRows(html)).toBe('<p>Days off</p><p>Ann</p>')
})

test('returns HTML without tables unchanged', () => {
  expect(withTableRows('<p style="margin:0">One</p>')).toBe('<p style="margin:0">One</p>')
})
