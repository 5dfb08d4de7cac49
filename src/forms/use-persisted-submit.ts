/** Extends `useSubmit`: what is typed is restored after the server has ended the session. */
import { useFormPersistence } from './use-form-persistence.ts'
import { useSubmit } from './use-submit.ts'

/** Not for a form with a draft of its own, nor for a form about one of several records on its page. */
export const usePersistedSubmit: typeof useSubmit = (form, send, options) => {
  useFormPersistence(form)
  return useSubmit(form, send, options)
}
