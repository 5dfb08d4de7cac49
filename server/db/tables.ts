/**
 * The tables, the same on SQLite and Postgres: ids are integers, flags 0 or 1, instants ISO 8601 text in UTC with
 * milliseconds, JSON is text. Values that a database would convert itself are converted by the portal instead.
 */
import type { Generated, Kysely, Selectable, Transaction } from 'kysely'
import type { AuditKind } from '#contract/apps/audit.ts'
import type { Bit } from './bit.ts'
import type { ChecklistTables } from './checklist-tables.ts'
import type { EtlTables } from './etl-tables.ts'
import type { PushTables } from './push-tables.ts'
import type { Topic } from './topics.ts'

/** The kind of database, for code that needs SQL of one of them. */
export type Dialect = 'sqlite' | 'postgres'

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
  /** 1 once an admin has started their offboarding. */
  offboarding: Generated<Bit>
  /** `YYYY-MM-DD`, for people who leave. */
  last_day: string | null
  created_at: string
  rev: number
}

interface SessionTable {
  id: Generated<number>
  /** SHA-256 of the token, hex. */
  token_hash: string
  user_id: number
  created_at: string
  /** Written at most once a minute. */
  last_seen_at: string
}

interface DepartmentTable {
  id: Generated<number>
  name: string
  /** Break log entries up to this id belong to another department, even one of the same name. */
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

/** Images of applications. In the database because all servers that share it must serve them. */
interface ImageTable {
  /** `{64 random hex digits}.webp`, served under /media/. The digits of older images are the SHA-256 of their bytes. */
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
  /** Copied from the type, which it outlives. Null when available, or if not set. */
  planned_minutes: number | null
  /** When the person made the last change; a late change is compared with this. */
  effective_at: string
  /** The name of the person who made the last change. */
  changed_by_name: string
  rev: number
}

interface BreakTypeTable {
  id: Generated<number>
  name: string
  /** How long such a break is meant to last; null if not set. */
  planned_minutes: number | null
  rev: number
}

export interface BreakLogTable {
  id: Generated<number>
  /** Kept, with name and department, after the user is deleted. */
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

/** A department rename not yet applied to every break log entry up to `last_id`. */
interface BreakLogRenameTable {
  id: Generated<number>
  from_name: string
  to_name: string
  /** Entries up to this id have the new name. */
  done_id: number
  last_id: number
}

/** One row per change made under an Idempotency-Key; kept 30 days (wire.md §1). */
interface IdempotencyTable {
  /** As `session:7`: the person's id, whichever of their sessions it was. */
  caller: string
  /** SHA-256 of the key: the key itself, random, salts `body_hash`. */
  key_hash: string
  /** `callId` with the path filled in and without a trailing slash. */
  call: string
  body_hash: string
  status: number
  /** JSON text. */
  answer: string
  created_at: string
}

/** The change feed: one row per change, in commit order; kept 7 days. */
interface ChangeTable {
  rev: number
  topic: Topic
  /** The id of what changed, null for the whole topic. */
  entity: number | null
  at: string
  /** JSON text of the record as told; null if listeners read it themselves. */
  said: string | null
}

interface MetaTable {
  key: string
  value: string
}

/** The counter behind every `rev`; a single row with id 1. */
interface RevisionTable {
  id: number
  rev: number
}

/** Tickets are rows so that the server that opens the socket may be another than the one that issued the ticket. */
interface TicketTable {
  ticket_hash: string
  /** A person's session; null if a display asked. */
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
  /** The name of the person, which outlives them. */
  created_by: string
  /** Written at most once a minute. */
  last_seen_at: string | null
}

/** Codes of a screen that waits for approval: one to show, one to poll with. */
interface DisplayCodeTable {
  /** SHA-256, hex. */
  device_hash: string
  user_hash: string
  /** The network that the request came from (`networkOf`). */
  address: string
  /** The address itself, '' if it is none, and the browser, as the request named them: for the person who approves. */
  asked_from: string
  user_agent: string
  created_at: string
  polled_at: string | null
  /** Null until the screen is approved. */
  display_id: number | null
}

/** Wrong display codes that a person typed in the last 15 minutes. */
interface DisplayGuessTable {
  id: Generated<number>
  user_id: number
  at: string
}

/** Failed sign-ins of the last 15 minutes, for existing and unknown accounts. */
interface SignInFailureTable {
  id: Generated<number>
  /** SHA-256 of the lowercased e-mail. */
  account_hash: string
  address: string
  at: string
}

/** One row per recorded action; append-only, kept FOYER_AUDIT_DAYS. No foreign keys: it outlives the people in it. */
export interface AuditTable {
  id: Generated<number>
  at: string
  kind: AuditKind
  actor_id: number | null
  actor_name: string | null
  /** A user id; null if the subject is no user. */
  subject_id: number | null
  subject_name: string | null
  /** JSON text. */
  changes: string
  address: string
}

/** A week for mood reports, by the Monday on which it begins. */
interface MoodPeriodTable {
  id: Generated<number>
  /** `YYYY-MM-DD`, unique. */
  start_date: string
}

/** A mood report about a week, with the author's manager at the time: later changes do not affect it. */
export interface MoodReportTable {
  id: Generated<number>
  /** Kept, like the other ids here, after the user is deleted. */
  user_id: number
  period_id: number
  created_at: string
  /** 1 worst, 5 best. */
  morale_level: number
  stress_level: number
  workload_level: number
  manager_id: number | null
  manager_department_id: number | null
  /** Its name at the time: shown once the department is deleted. */
  manager_department: string
  nominated_id: number | null
  /** The names at the time: shown once the person is deleted. */
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
  /** HTML, reduced to the allow list. */
  text: string
  created_at: string
  /** 0 until the first update: such a draft is shown to admins alone. */
  saved: Bit
  rev: number
}

/** A video: a file in the videos folder, or a link to another site. */
export interface VideoTable {
  id: Generated<number>
  title: string
  /** https; `''` if the file is stored here. */
  url: string
  description: string
  rev: number
  /** The file's name in the videos folder; this and `size` are null for a link. */
  file: string | null
  size: number | null
}

interface PinTable {
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

/** The database, or a transaction on it. Stores accept either; the caller owns the transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>
export type UserRow = Selectable<UserTable>
