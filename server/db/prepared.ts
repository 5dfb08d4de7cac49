/**
 * Prepared queries: those of every change and every visit are built and compiled once, which takes longer than most of them
 * run.
 */
import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './tables.ts'

type ParameterValue = string | number | null

function refuse(): never {
  throw new Error('The text of a prepared query must not depend on a value.')
}

/** A placeholder for a value that is given with each run. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  [Symbol.toPrimitive] = refuse
}

/** Returns a placeholder for every property, typed as the values that the builder expects. */
const placeholders = new Proxy({}, { get: (_none, name) => new Placeholder(String(name)), ownKeys: refuse })

/**
 * Returns a function that runs a query whose text is always the same, and returns its rows. `build` runs once per database
 * and must pass its placeholders on untouched. Reading the value of one throws, as far as the language allows (`===` and
 * `?` cannot be caught).
 */
export function prepared<Values extends Readonly<Record<string, ParameterValue>>, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  /** By adapter, which a database and its transactions share. */
  const built = new WeakMap<object, CompiledQuery<Row>>()
  return async (db, values) => {
    const { adapter } = db.getExecutor()
    const query = built.get(adapter) ?? build(db, placeholders as Values).compile()
    built.set(adapter, query)
    const parameters = query.parameters.map((each) => (each instanceof Placeholder ? values[each.name] : each))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
