/**
 * The tables of the data pipelines' runs. Names are normalised into their own tables, so that a run is little more than
 * numbers.
 */
import type { Generated } from 'kysely'
import type { Bit } from './bit.ts'

interface EtlSourceTable {
  id: Generated<number>
  /** Unique. */
  name: string
  description: string
}

/** A table that runs write to; unique by source and name. */
interface EtlTableTable {
  id: Generated<number>
  source_id: number
  name: string
  /** The day (UTC) of the last event that named it. */
  named_on: string
}

/** A task that runs; unique by source and name. */
interface EtlTaskTable {
  id: Generated<number>
  source_id: number
  name: string
}

export interface EtlRunTable {
  id: Generated<number>
  /** Unique: see `runKey`. */
  run_key: string
  task_id: number
  /** The table of the end event that counts, else the fallback `other_table_id`. */
  table_id: number | null
  /** When the run ended. Null while it is in progress; such a run is not shown. */
  created_at: string | null
  is_successful: Bit
  is_fixed: Bit
  fixed_by: string | null
  fixed_at: string | null
  /** The name of the person who last marked the run as resolved or took that back; null if nobody did. */
  fix_changed_by: string | null
  /** That person's id; kept after the person is deleted. */
  fix_changed_by_id: number | null
  /** When that person made the change. */
  fix_effective_at: string | null
  message: string
  started_at: string | null
  scheduled_at: string | null
  engine: string | null
  parent: string | null
  /** Sort key of the end event that counts: of several the greatest wins. */
  end_order: string | null
  end_table_id: number | null
  /** The fallback table where the end event names none, and its sort key: of several the greatest wins. */
  other_order: string | null
  other_table_id: number | null
  /** When the portal first received an event of the run. */
  heard_at: string
}

export interface EtlKeyTable {
  id: Generated<number>
  name: string
  /** SHA-256 of the key, hex. */
  key_hash: string
  prefix: string
  /** JSON text: the names of the sources that it may report for; null for all. */
  sources: string | null
  created_at: string
  /** Written at most once a minute. */
  last_used: string | null
}

interface EtlExpectationTable {
  id: Generated<number>
  source_id: number
  /** Null: any task of the source. */
  task_id: number | null
  /** Unique: source and task, the task 0 for any. */
  subject: string
  every_minutes: number
  grace_minutes: number
  created_at: string
}

export interface EtlTables {
  etl_source: EtlSourceTable
  etl_table: EtlTableTable
  etl_task: EtlTaskTable
  etl_run: EtlRunTable
  etl_key: EtlKeyTable
  etl_expectation: EtlExpectationTable
}
