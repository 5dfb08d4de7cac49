/**
 * A password input whose visibility toggle can be reached by keyboard. The toggle's name does not contain “password”,
 * so that a search by label finds the field alone.
 */
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useId } from 'react'

export function PasswordField(props: PasswordInputProps) {
  const id = useId()
  return (
    <PasswordInput
      id={id}
      // Tells apart the toggles of two fields: each is described by its field's label.
      visibilityToggleButtonProps={{
        'aria-label': 'Show what is typed',
        title: 'Show what is typed',
        'aria-describedby': `${id}-label`,
        tabIndex: 0,
      }}
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  )
}
