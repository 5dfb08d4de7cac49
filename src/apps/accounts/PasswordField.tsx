/** A password input whose eye is named without the word, so that a label finds the field alone, and is there for the keyboard too. */
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useId } from 'react'

export function PasswordField(props: PasswordInputProps) {
  const id = useId()
  return (
    <PasswordInput
      id={id}
      // Of two fields with an eye each is told by its field.
      visibilityToggleButtonProps={{
        'aria-label': 'Show what is typed',
        'aria-describedby': `${id}-label`,
        tabIndex: 0,
      }}
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  )
}
