/** Prints in light colours, whatever the screen's scheme: sets Mantine's scheme attribute to light while printing. */

/** Switches to the light scheme around each print. Returns a function that stops it. */
export function printInLightScheme(): () => void {
  const { dataset } = document.documentElement
  let onScreen: string | undefined
  const before = () => {
    onScreen ??= dataset.mantineColorScheme
    dataset.mantineColorScheme = 'light'
  }
  const after = () => {
    if (onScreen !== undefined) dataset.mantineColorScheme = onScreen
    onScreen = undefined
  }
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
    after()
  }
}
