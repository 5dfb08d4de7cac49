/** The sample company's release notes. */
import { recordChange } from '../db/feed.ts'
import type { Db } from '../db/tables.ts'
import { before, DAY_MS } from '../lib/instants.ts'

interface SampleVersion {
  /** Age in days. */
  readonly age: number
  readonly title: string
  readonly text: string
}

const link = (href: string, words: string) =>
  `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">${words}</a>`

/** Oldest first, with the HTML that the editor produces. */
const NOTES: readonly SampleVersion[] = [
  {
    age: 171,
    title: 'Foyer opens',
    text: '<p>One place for what used to be five bookmarks: who is away, what ran overnight, what is left to do for the people who start on Monday.</p><p>Sign in with your e-mail address. <strong>The first password you were given has to be changed once.</strong></p>',
  },
  {
    age: 112,
    title: 'The board works without a network',
    text: '<h2>On the train, in the lift, in the basement</h2><p>What you tap is kept on your device and sent when there is a line again. A dashed ring says that something still waits.</p><ul><li><p>Your own status, and everybody else’s as it was last seen</p></li><li><p>The apps on your home page</p></li><li><p>These notes</p></li></ul>',
  },
  {
    age: 74,
    title: 'Mood reports in under three minutes',
    text: '<p>The form asks <em>one question at a time</em> and keeps what you have written, even if the tab is closed by accident.</p><blockquote><p>“I finally fill it in on the way home.” (Nora, Customer Care)</p></blockquote><p>Managers see the weeks side by side and, where five people or more have answered, how the company felt.</p>',
  },
  {
    age: 39,
    title: 'Runs report themselves',
    text: `<p>Airflow, dbt and Spark can tell the ETL Viewer what they did: set an address and a key, and every run turns up by itself. The format is ${link('https://openlineage.io', 'OpenLineage')}.</p><h3>For those who set it up</h3><pre><code>OPENLINEAGE_URL=https://portal.foyer.example\nOPENLINEAGE_API_KEY=…</code></pre><p>A failed run is <strong>marked as resolved</strong> with one button, and stays in the list as amended.</p>`,
  },
  {
    age: 11,
    title: 'A board for the wall, and Ctrl+K',
    text: `<h2>New</h2><ol><li><p>A screen in the lobby can show the board: it shows a code, you type it in, that is all.</p></li><li><p><strong>Ctrl+K</strong> finds apps, people and notes.</p></li><li><p>Pin the apps that you need every day.</p></li></ol><h2>Better</h2><ul><li><p>Time Left stays readable for long names</p></li><li><p>Dark mode follows your device</p></li></ul><p>Something missing? Write to ${link('mailto:ines.okafor@foyer.example', 'Ines')}.</p>`,
  },
]

/** Inserts the release notes, each with the date of its day. */
export async function seedVersions(db: Db, now: string): Promise<void> {
  const rev = await recordChange(db, 'versions', null, now)
  const rows = NOTES.map(({ age, title, text }) => ({
    title,
    text,
    created_at: before(now, age * DAY_MS),
    saved: 1,
    rev,
  }))
  await db.insertInto('version').values(rows).execute()
}
