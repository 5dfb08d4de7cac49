/** Calls that are not in the spec: another server knows none of them, and the page does without (wire.md). */
import { isUnknownCall } from './problem.ts'

/** The answer; `otherwise` where the server knows no such call. */
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
