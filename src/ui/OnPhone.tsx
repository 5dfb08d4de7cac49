import type { ReactNode } from 'react'
import { usePhone } from './use-phone.ts'

/**
 * Renders its children on a phone only, where a card has no columns. Elsewhere they are not in the document, not even
 * hidden: a cell holds only its column's content.
 */
export const OnPhone = ({ children }: { children: ReactNode }) => (usePhone() ? children : null)
