/** For calls that are not in the spec: another server does not know them, and the page works without (wire.md). */
import { isUnknownCall } from './problem.ts'

/** Returns the answer, or `otherwise` if the server does not know the call. */
export async function unlessUnknown<Answer, Otherwise>(
  answer: Promise<Answer>,
  otherwise: Otherwise,
): Promise<Answer | Otherwise> {
  try {
    return await answer
  } catch (error) {
    if (isUnknownCall(error)) return otherwise
    throw error
  }
}
