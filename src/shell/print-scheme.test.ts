import { afterEach, beforeEach, expect, test } from 'vitest'
import { printInLightScheme } from './print-scheme.ts'

const { dataset } = document.documentElement
const say = (type: 'beforeprint' | 'afterprint') => window.dispatchEvent(new Event(type))

let stop: () => void
beforeEach(() => {
  dataset.mantineColorScheme = 'dark'
  stop = printInLightScheme()
})
afterEach(() => {
  stop()
  delete dataset.mantineColorScheme
})

test('a dark page is light while it is printed, also where the browser says so twice', () => {
  say('beforeprint')
  say('beforeprint')
  expect(dataset.mantineColorScheme).toBe('light')
  say('afterprint')
  expect(dataset.mantineColorScheme).toBe('dark')
})

test('keeps a scheme chosen after printing when `afterprint` fires again', () => {
  say('beforeprint')
  say('afterprint')
  dataset.mantineColorScheme = 'light'
  say('afterprint')
  expect(dataset.mantineColorScheme).toBe('light')
})

test('stopping while printing restores the scheme', () => {
  say('beforeprint')
  stop()
  expect(dataset.mantineColorScheme).toBe('dark')
})
