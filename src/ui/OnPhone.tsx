import type { ReactNode } from 'react'
import { usePhone } from './use-phone.ts'

/** What a card says on a phone, where it has no columns. Elsewhere it is not even hidden: a cell holds what its column is for. */
export const OnPhone = ({ children }: { children: ReactNode }) => (usePhone() ? children : null)
