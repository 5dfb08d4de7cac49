/** As `useSubmit`, and what is half-filled as the server ends the session is there again. */
import { useKeptForm } from './use-kept-form.ts'
import { useSubmit } from './use-submit.ts'

/** Not for a form with a draft of its own, nor for one about one record of many on its page. */
export const useKeptSubmit: typeof useSubmit = (form, send, options) => {
  useKeptForm(form)
  return useSubmit(form, send, options)
}
