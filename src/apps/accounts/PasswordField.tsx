/** A password input whose eye is named without the word, so that a label finds the field alone. */
import { PasswordInput, type PasswordInputProps } from '@mantine/core'

export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
    aria-invalid={props.error ? true : undefined}
    {...props}
  />
)
