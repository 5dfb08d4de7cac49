/** The doorway, the portal's mark, shown beside its name. */
export function DoorwayMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path
        d="M4 21V9a8 8 0 0 1 16 0v12M2 21h20M9 21V11.5a3 3 0 0 1 6 0V21"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** Returns the portal's name (FOYER_NAME), read from the page's meta tag: known before the first call is answered. */
export const portalName = (): string => {
  const name = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content
  return name && !name.startsWith('%') ? name : 'Foyer'
}
