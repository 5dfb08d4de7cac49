import { expect, test } from 'vitest'
import { hasUnsaved, isWritten, registerUnsaved, watchTextInput } from './unsaved.ts'

test('asks a form as long as it is registered', () => {
  let dirty = false
  const stop = registerUnsaved(() => dirty)
  expect(hasUnsaved()).toBe(false)
  dirty = true
  expect(hasUnsaved()).toBe(true)
  stop()
  expect(hasUnsaved()).toBe(false)
})

test('counts text in any field until the field is emptied or removed', () => {
  watchTextInput()
  const write = (html: string, text: string) => {
    document.body.innerHTML = html
    const field = document.body.firstElementChild as HTMLInputElement
    if (field.isContentEditable) field.textContent = text
    else field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    return field
  }
  for (const html of ['<textarea></textarea>', '<input>', '<input type="email">', '<p contenteditable="true"></p>']) {
    const field = write(html, 'half a sentence')
    expect(isWritten(), html).toBe(true)
    field.remove()
    expect(isWritten(), html).toBe(false)
  }
  const field = write('<textarea></textarea>', 'half a sentence')
  field.value = ''
  expect(isWritten()).toBe(false)
  for (const html of ['<input type="search">', '<select><option>x</option></select>', '<input type="checkbox">']) {
    write(html, 'x')
    expect(isWritten(), html).toBe(false)
  }
})
