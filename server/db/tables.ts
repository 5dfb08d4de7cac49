/**
 * The tables, alike on SQLite and Postgres: ids are integers, flags 0 or 1, instants ISO 8601 text in UTC with
 * milliseconds, JSON is text. What a database would convert by itself is converted at the edge instead.
 */
import type { Generated, Kysely, Selectable, Transaction } from 'kysely'
import type { AuditKind } from '#contract/apps/audit.ts'
import type { ChecklistTables } from './checklist-tables.ts'
import type { EtlTables } from './etl-tables.ts'
import type { Topic } from './feed.ts'
import type { PushTables } from './push-tables.ts'

/** What they are in: whoever has to say something in one of its own ways asks for it. */
export type Dialect = 'sqlite' | 'postgres'

/** 0 or 1. */
export type Bit = number

export interface UserTable {
  id: Generated<number>
  name: string
  /** Lowercase, unique. */
  email: string
  password_hash: string
  is_admin: Generated<Bit>
  deactivated: Generated<Bit>
  department_id: number | null
  manager_id: number | null
  access_onbreak: Generated<Bit>
  onbreak_admin: Generated<Bit>
  access_mood: Generated<Bit>
  mood_admin: Generated<Bit>
  access_etl: Generated<Bit>
  access_reporting: Generated<Bit>
  is_cep: Generated<Bit>
  is_cep_manager: Generated<Bit>
  is_cep_dept_manager: Generated<Bit>
  /** 1 once the person has set a password of their own; an admin's new password makes it 0 again. */
  changed_password: Generated<Bit>
  /** 1 once POST perms/create (or registering oneself) has made the permissions. */
  has_permissions: Generated<Bit>
  /** 1 once an admin has begun to see them off. */
  offboarding: Generated<Bit>
  /** `YYYY-MM-DD`, of those who leave. */
  last_day: string | null
  created_at: string
  rev: number
}

export interface SessionTable {
  id: Generated<number>
  /** SHA-256 of the token, hex. */
  token_hash: string
  user_id: number
  created_at: string
  /** Written at most once a minute. */
  last_seen_at: string
}

export interface DepartmentTable {
  id: Generated<number>
  name: string
  /** What the break log has up to this entry is of another department, whatever its name. */
  log_from: Generated<number>
  rev: number
}

export interface ApplicationTable {
  id: Generated<number>
  name: string
  urlslug: string
  image: string
  category: string
  description: string
  hard_id: number | null
  /** 0 until the first update: such a draft is shown to admins alone. */
  saved: Bit
  rev: number
}

/** Pictures of applications, in the database because servers that share one must all serve them. */
export interface ImageTable {
  /** `{64 random hex digits}.webp`: where it is served, under /media/. Of older ones the digits are the SHA-256 of the bytes. */
  name: string
  /** The content type. */
  type: string
  /** When it was uploaded, or last set as an application's image: an unused one is kept for a day. */
  used_at: string
  bytes: Buffer
}

export interface BreakInfoTable {
  id: Generated<number>
  /** Unique. */
  user_id: number
  /** 1 available, 0 away. */
  status: Bit
  break_type: string
  custom_message: string
  clock_out_time: string | null
  /** Of its type, which it outlives; null when available, and where nobody has said. */
  planned_minutes: number | null
  /** When the last change happened for the person who made it: what a late change is measured against. */
  effective_at: string
  /** Who made the last change, by name. */
  changed_by_name: string
  rev: number
}

export interface BreakTypeTable {
  id: Generated<number>
  name: string
  /** How long such a break is meant to last; null where nobody has said. */
  planned_minutes: number | null
  rev: number
}

export interface BreakLogTable {
  id: Generated<number>
  /** Kept, with name and department, when the user is deleted. */
  user_id: number
  user_name: string
  department: string
  break_type: string
  custom_message: string
  clock_out_time: string
  clock_in_time: string | null
  changed_by: number | null
  rev: number
}

/** A department's new name, as long as not every entry of the log up to `last_id` has it. */
export interface BreakLogRenameTable {
  id: Generated<number>
  from_name: string
  to_name: string
  /** Entries up to this one have it. */
  done_id: number
  last_id: number
}

/** One row a change that was made under an Idempotency-Key; kept 30 days (wire.md §1). */
export interface IdempotencyTable {
  /** `session:7`: the person, whichever session of theirs it was. */
  caller: string
  /** SHA-256 of the key: the key itself, random, salts `body_hash`. */
  key_hash: string
  /** As `callId` says, with the path filled in and without its last slash. */
  call: string
  body_hash: string
  status: number
  /** JSON text. */
  answer: string
  created_at: string
}

/** The change feed: one row a change, in commit order; kept 7 days. */
export interface ChangeTable {
  rev: number
  topic: Topic
  /** The id of what changed, null for the whole topic. */
  entity: number | null
  at: string
  /** JSON text: the record as it was told, null where listeners look for themselves. */
  said: string | null
}

export interface MetaTable {
  key: string
  value: string
}

/** The one counter behind every `rev`; a single row with id 1. */
export interface RevisionTable {
  id: number
  rev: number
}

/** Tickets are rows so that the server that opens the socket need not be the one that was asked. */
export interface TicketTable {
  ticket_hash: string
  /** Of a person; null where a display asked. */
  session_id: number | null
  user_id: number | null
  display_id: number | null
  expires_at: string
}

/** A screen that may read the board. */
export interface DisplayTable {
  id: Generated<number>
  name: string
  /** SHA-256 of the token, hex; null until the screen has collected one. */
  token_hash: string | null
  created_at: string
  /** By name: it outlives the person. */
  created_by: string
  /** Written at most once a minute. */
  last_seen_at: string | null
}

/** What a screen that waits for approval shows and asks with. */
export interface DisplayCodeTable {
  /** SHA-256, hex. */
  device_hash: string
  user_hash: string
  /** Where it was asked for from. */
  address: string
  created_at: string
  polled_at: string | null
  /** Null until it is approved. */
  display_id: number | null
}

/** Codes that somebody typed and that were none, in the last 15 minutes. */
export interface DisplayGuessTable {
  id: Generated<number>
  user_id: number
  at: string
}

/** Failed sign-ins of the last 15 minutes, for accounts that exist or not. */
export interface SignInFailureTable {
  id: Generated<number>
  /** SHA-256 of the lowercased e-mail. */
  account_hash: string
  address: string
  at: string
}

/** One row what somebody did; append-only, kept FOYER_AUDIT_DAYS. No foreign keys: it outlives the people in it. */
export interface AuditTable {
  id: Generated<number>
  at: string
  kind: AuditKind
  actor_id: number | null
  actor_name: string | null
  /** A user id; null for what is no user. */
  subject_id: number | null
  subject_name: string | null
  /** JSON text. */
  changes: string
  address: string
}

/** A week that reports are about, by the Monday on which it begins. */
export interface MoodPeriodTable {
  id: Generated<number>
  /** `YYYY-MM-DD`, unique. */
  start_date: string
}

/** What somebody reported about a week, with who their manager was then: nothing here follows later changes. */
export interface MoodReportTable {
  id: Generated<number>
  /** Kept, like the other ids here, when the user is deleted. */
  user_id: number
  period_id: number
  created_at: string
  /** 1 worst, 5 best. */
  morale_level: number
  stress_level: number
  workload_level: number
  manager_id: number | null
  manager_department_id: number | null
  /** Its name then: shown once the department is gone. */
  manager_department: string
  nominated_id: number | null
  /** The names then: shown once the person is gone. */
  nominated_name: string
  user_name: string
  morale_comment: string
  stress_comment: string
  workload_comment: string
  high_comment: string
  low_comment: string
  extra_comment: string
  nominated_text: string
}

/** A release note. */
export interface VersionTable {
  id: Generated<number>
  title: string
  /** HTML of which only the allow list is left. */
  text: string
  created_at: string
  /** 0 until the first update: such a draft is shown to admins alone. */
  saved: Bit
  rev: number
}

/** A film: a file in the folder of the videos, or a link to where it is shown. */
export interface VideoTable {
  id: Generated<number>
  title: string
  /** https; `''` where the file is here. */
  url: string
  description: string
  rev: number
  /** Its name in the folder of the videos; both null for a link. */
  file: string | null
  size: number | null
}

export interface PinTable {
  user_id: number
  application_id: number
  place: number
}

export interface Tables extends EtlTables, ChecklistTables, PushTables {
  user: UserTable
  session: SessionTable
  department: DepartmentTable
  application: ApplicationTable
  audit: AuditTable
  image: ImageTable
  pin: PinTable
  break_info: BreakInfoTable
  break_type: BreakTypeTable
  break_log: BreakLogTable
  break_log_rename: BreakLogRenameTable
  idempotency: IdempotencyTable
  change: ChangeTable
  meta: MetaTable
  revision: RevisionTable
  ticket: TicketTable
  display: DisplayTable
  display_code: DisplayCodeTable
  display_guess: DisplayGuessTable
  sign_in_failure: SignInFailureTable
  mood_period: MoodPeriodTable
  mood_report: MoodReportTable
  version: VersionTable
  video: VideoTable
}

/** The database, or a transaction on it: stores take either, the caller owns the transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>
export type UserRow = Selectable<UserTable>
