/** Whether nothing has the focus, as after the element that had it was removed. */
export const isFocusLost = (): boolean => !document.activeElement || document.activeElement === document.body
