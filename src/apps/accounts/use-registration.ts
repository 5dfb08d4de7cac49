/** The registration of another person that is under way or was left unfinished on this device (registration.ts). */
import { useState } from 'react'
import { Conflict, Problem } from '#src/api/problem.ts'
import { useMe } from '#src/api/session.ts'
import {
  keepRegistration,
  keptRegistration,
  type NewUser,
  proceed,
  type Registration,
  registrationOf,
} from './registration.ts'

/**
 * Whether there is no account to go on with. A refusal of a repeat does not tell what became of the try before, unless the
 * account itself is refused.
 */
const isRefused = (problem: unknown, isRepeat: boolean): boolean =>
  problem instanceof Conflict ||
  (problem instanceof Problem &&
    (problem.status === 400 || (!isRepeat && problem.status < 500 && problem.status !== 429)))

export function useRegistration() {
  const { _id: adminId } = useMe()
  const [registration, setRegistration] = useState(() => keptRegistration(adminId))

  function keep(next: Registration | null): void {
    keepRegistration(adminId, next)
    setRegistration(next)
  }

  /** Takes all steps that are left for `user`. Throws what `send` throws; the next call goes on from there. */
  async function register(user: NewUser): Promise<void> {
    let latest = registrationOf(user, registration)
    const onProgress = (next: Registration) => {
      latest = next
      keep(next)
    }
    onProgress(latest)
    try {
      await proceed(latest, onProgress)
    } catch (problem) {
      if (latest.id === null && isRefused(problem, registration !== null)) keep(null)
      throw problem
    }
  }

  return { registration, register, forget: () => keep(null) }
}
