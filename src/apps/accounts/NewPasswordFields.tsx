import type { PasswordInputProps } from '@mantine/core'
import type { NewPassword } from './new-password.ts'
import { PasswordField } from './PasswordField.tsx'

interface NewPasswordFieldsProps extends Omit<PasswordInputProps, 'form'> {
  readonly form: { getInputProps(field: keyof NewPassword): object }
  readonly isRequired?: boolean
}

/** The two inputs of a new password; the other props, such as the label, are the first one's. */
export function NewPasswordFields({ form, isRequired, ...first }: NewPasswordFieldsProps) {
  const both = { 'aria-required': isRequired, autoComplete: 'new-password' }
  return (
    <>
      <PasswordField {...both} {...first} {...form.getInputProps('password')} />
      <PasswordField {...both} label="Confirm Password" {...form.getInputProps('confirm')} />
    </>
  )
}
