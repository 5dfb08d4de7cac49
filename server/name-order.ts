/** The order of names, the same on both databases, which sort text each in a way of their own. Pure. */

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

interface Named {
  readonly id: number
  readonly name: string
}

/** By name, namesakes by id. */
export const inNameOrder = (a: Named, b: Named) => collator.compare(a.name, b.name) || a.id - b.id
