/** Inside a dialog, while it is open: the back button closes it, as people on phones expect, and leads nowhere. */
import { type ComponentType, createContext, useContext } from 'react'

interface BackClosesProps {
  readonly onBack: () => void
}

const Listener = createContext<ComponentType<BackClosesProps>>(() => null)

/** Around all screens with dialogs: what listens to the back button. That is the router's, which the parts of screens do not know. */
export const BackListener = Listener.Provider

export function BackCloses({ onBack }: BackClosesProps) {
  const Listens = useContext(Listener)
  return <Listens onBack={onBack} />
}
