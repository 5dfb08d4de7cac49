/**
 * Rendered inside an open dialog: the back button closes the dialog, as people on phones expect, and stays on the page.
 */
import { type ComponentType, createContext, useContext } from 'react'

interface BackClosesProps {
  readonly onBack: () => void
}

const Listener = createContext<ComponentType<BackClosesProps>>(() => null)

/** Provides the component that listens to the back button: it needs the router, which `src/ui` does not know. */
export const BackListener = Listener.Provider

export function BackCloses({ onBack }: BackClosesProps) {
  const Listens = useContext(Listener)
  return <Listens onBack={onBack} />
}
