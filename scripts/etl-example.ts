/**
 * `npm run etl:example -- URL KEY`: sends the last 24 hours of a sample company's pipelines to a running portal, as
 * Airflow, dbt, Spark and Flink would. The key is made in the portal, under ETL Viewer.
 */
import { postLineage } from '../contract/apps/etl.ts'
import { fillPath } from '../contract/call.ts'
import { dayOfEvents } from '../server/demo/etl.ts'
import { randomFrom } from '../server/demo/random.ts'

const DAY = 86_400_000
/** Events in one request. */
const BATCH = 50

const [url = '', key = ''] = process.argv.slice(2)
if (!URL.canParse(url) || key === '') {
  process.stderr.write('Usage: npm run etl:example -- http://127.0.0.1:8000 API_KEY\n')
  process.exit(1)
}

async function send(events: readonly object[]): Promise<void> {
  const response = await fetch(new URL(fillPath(postLineage.path), url), {
    method: postLineage.method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(events),
  })
  if (response.ok) return
  const text = await response.text()
  process.stderr.write(`The portal answered ${response.status}: ${text}\n`)
  process.exit(1)
}

const now = Date.now()
// Another seed each time, so that the runs have other ids.
const events = dayOfEvents(now - DAY, now, randomFrom(now))
for (let start = 0; start < events.length; start += BATCH) await send(events.slice(start, start + BATCH))
process.stdout.write(`Sent ${events.length} events to ${url}.\n`)
