/** The calls of the release notes: wire.md “Versions”. */
import * as calls from '#contract/apps/versions.ts'
import { codePoints, LIMITS } from '#contract/values.ts'
import { badRequest } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import { isBlankNote, sanitizeNote } from './sanitize.ts'
import { addVersion, getVersion, listVersions, removeVersion, updateVersion } from './store.ts'

function textOf(html: string): string {
  const text = sanitizeNote(html)
  if (isBlankNote(text)) throw badRequest('The text is required.', 'text')
  // Checked after cleaning, which may lengthen the text: a stored text must be accepted when it is sent again.
  if (codePoints(text) > LIMITS.versionText)
    throw badRequest(`The text can have at most ${LIMITS.versionText.toLocaleString('en')} characters.`, 'text')
  return text
}

export const versionsRoutes: readonly Route[] = [
  route(calls.listVersions, ({ db, caller }) => listVersions(db, caller)),
  route(calls.getVersion, ({ db, caller, params }) => getVersion(db, params.id, caller)),
  route(calls.updateVersion, {
    // Runs before the transaction, which must not wait for the cleaning of a long text.
    prepare: async ({ body }) => ({ title: body.title, text: textOf(body.text) }),
    run: ({ db, params, now }, wanted) => updateVersion(db, params.id, wanted, now),
  }),
  route(calls.createVersion, ({ db, now }) => addVersion(db, now)),
  route(calls.deleteVersion, ({ db, params, now }) => removeVersion(db, params.id, now)),
]
