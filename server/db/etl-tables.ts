/** The tables of the data pipelines' runs. Names are kept once each, so that a run is little more than numbers. */
import type { Generated } from 'kysely'
import type { Bit } from './tables.ts'

export interface EtlSourceTable {
  id: Generated<number>
  /** Unique. */
  name: string
  description: string
}

/** What runs write to; unique by source and name. */
export interface EtlTableTable {
  id: Generated<number>
  source_id: number
  name: string
  /** The day (UTC) on which an event last named it. */
  named_on: string
}

/** What runs; unique by source and name. */
export interface EtlTaskTable {
  id: Generated<number>
  source_id: number
  name: string
}

export interface EtlRunTable {
  id: Generated<number>
  /** Unique: see `runKey`. */
  run_key: string
  task_id: number
  /** The winning end's table, else the other one. */
  table_id: number | null
  /** When it ended; null while it is under way, and then nobody sees it. */
  created_at: string | null
  is_successful: Bit
  is_fixed: Bit
  fixed_by: string | null
  fixed_at: string | null
  /** The name of whoever last resolved it or took that back; null: nobody did. */
  fix_changed_by: string | null
  /** Their id; also of somebody who is deleted since. */
  fix_changed_by_id: number | null
  /** When that was for them. */
  fix_effective_at: string | null
  message: string
  started_at: string | null
  scheduled_at: string | null
  engine: string | null
  parent: string | null
  /** Which end of several counts: the greatest. */
  end_order: string | null
  end_table_id: number | null
  /** The table to fall back on where the end names none, and which of several counts: the greatest. */
  other_order: string | null
  other_table_id: number | null
  /** When the portal first heard of it. */
  heard_at: string
}

export interface EtlKeyTable {
  id: Generated<number>
  name: string
  /** SHA-256 of the key, hex. */
  key_hash: string
  prefix: string
  /** JSON text: the names of the sources it may report for; null for all. */
  sources: string | null
  created_at: string
  /** Written at most once a minute. */
  last_used: string | null
}

export interface EtlExpectationTable {
  id: Generated<number>
  source_id: number
  /** Null: any task of the source. */
  task_id: number | null
  /** Unique: source and task, 0 for any. */
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
