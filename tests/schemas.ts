/** A pool of schemas on the test run's Postgres: migrated once, then reset for the next portal in a tenth of the time. */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'

export interface Schema {
  readonly url: string
  /** Returns the schema to the pool. */
  release(): void
}

interface Schemas {
  readonly server: string
  readonly db: Kysely<Tables>
  /** A schema as the migrations leave it, which nobody writes to. */
  readonly untouched: string
  readonly free: string[]
}

let schemas: Promise<Schemas> | undefined

const urlOf = (server: string, schema: string) => {
  const url = new URL(server)
  url.searchParams.set('options', `-c search_path=${schema}`)
  return url.href
}

async function create({ server, db }: Pick<Schemas, 'server' | 'db'>): Promise<string> {
  const schema = `test_${randomUUID().replaceAll('-', '')}`
  await sql`create schema ${sql.id(schema)}`.execute(db)
  const own = openDatabase(urlOf(server, schema))
  await migrate(own.db, own.dialect)
  await own.db.destroy()
  return schema
}

async function open(server: string): Promise<Schemas> {
  const { db } = openDatabase(server)
  return { server, db, untouched: await create({ server, db }), free: [] }
}

/** Hashes the structure of a schema: tables, indexes, sequences, their columns, and triggers. Some tests change it. */
async function shapeOf({ db }: Schemas, schema: string): Promise<unknown> {
  const { rows } = await sql`
    select md5(string_agg(part, ' ' order by part)) as shape from (
      select concat_ws(':', c.relkind, c.relname, a.attname, a.atttypid, a.attnotnull) as part
      from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = ${schema}::regnamespace
      union all
      select concat_ws(':', c.relname, t.tgname, t.tgenabled)
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = ${schema}::regnamespace and not t.tgisinternal
    ) parts`.execute(db)
  return rows[0]
}

/** Resets all rows and sequences of a schema to their state after the migrations. */
const empty = ({ db, untouched }: Schemas, schema: string) =>
  sql
    .raw(`do $$
      declare each name;
      begin
        -- No trigger and no order of foreign keys stands in the way.
        set local session_replication_role = replica;
        for each in select relname from pg_class where relnamespace = '${untouched}'::regnamespace and relkind = 'r' loop
          execute format('delete from ${schema}.%I', each);
          execute format('insert into ${schema}.%I overriding system value select * from ${untouched}.%I', each, each);
        end loop;
        for each in select relname from pg_class where relnamespace = '${untouched}'::regnamespace and relkind = 'S' loop
          execute format('select setval(%L, last_value, is_called) from ${untouched}.%I', '${schema}.' || quote_ident(each), each);
        end loop;
      end $$`)
    .execute(db)

/** Takes a schema as the migrations leave it: a free one after a reset, or a new one. */
export async function takeSchema(server: string): Promise<Schema> {
  schemas ??= open(server)
  const all = await schemas
  let schema = all.free.pop()
  if (schema && JSON.stringify(await shapeOf(all, schema)) !== JSON.stringify(await shapeOf(all, all.untouched))) {
    await sql`drop schema ${sql.id(schema)} cascade`.execute(all.db)
    schema = undefined
  }
  if (schema) await empty(all, schema)
  const taken = schema ?? (await create(all))
  return { url: urlOf(server, taken), release: () => all.free.push(taken) }
}
