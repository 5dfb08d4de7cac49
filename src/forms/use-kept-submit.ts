/** Extends `useSubmit`: what is typed is restored after the server has ended the session. */
import { useKeptForm } from './use-kept-form.ts'
import { useSubmit } from './use-submit.ts'

/** Not for a form with a draft of its own, nor for a form about one of several records on its page. */
export const useKeptSubmit: typeof useSubmit = (form, send, options) => {
  useKeptForm(form)
  return useSubmit(form, send, options)
}
