/** Paper is light, whatever the screen is: what goes by the scheme of the page is light for as long as it is printed. */

/** Answers how to stop. */
export function keepPaperLight(): () => void {
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
