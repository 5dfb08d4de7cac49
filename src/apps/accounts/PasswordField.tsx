/** A password input whose eye is named without the word, so that a label finds the field alone, and is there for the keyboard too. */
import { PasswordInput, type PasswordInputProps } from '@mantine/core'

export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed', tabIndex: 0 }}
    aria-invalid={props.error ? true : undefined}
    {...props}
  />
)
