/** The labelled sections of the user form (spec §2 User edit). */
import { Checkbox, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useMemo } from 'react'
import type { User } from '#contract/apps/accounts.ts'
import { EVERYONE } from '#contract/values.ts'
import { FLAGS, type FlagName } from '#contract/who.ts'
import { departments } from '#src/api/departments.ts'
import { compareText } from '#src/lib/compare-text.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { SearchSelect } from '#src/ui/SearchSelect.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { users } from './queries.ts'
import classes from './UserEditPage.module.css'
import type { UserValues } from './user-values.ts'

type Form = UseFormReturnType<UserValues>

interface FieldsProps {
  readonly form: Form
  readonly user: User
}

const COMPANY: readonly FlagName[] = ['isCEP', 'isCepManager', 'isCepDeptManager']
const ACCESS: readonly FlagName[] = [
  'access_onbreak',
  'access_etl',
  'access_mood',
  'access_reporting',
  'onbreak_admin',
  'mood_admin',
]

const choice = { allowDeselect: false, withAlignedLabels: true }

function Section({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.about}>
        <h2 id={id}>{title}</h2>
        <p>{lead}</p>
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

export function AccountFields({ form, user, isSelf }: FieldsProps & { isSelf: boolean }) {
  return (
    <>
      <Section title="Account" lead="Who they are, and how they sign in.">
        <TextInput label="Name" aria-required autoComplete="off" {...form.getInputProps('name')} />
        <TextInput label="Email" aria-required type="email" autoComplete="off" {...form.getInputProps('email')} />
        <Checkbox
          label="Is Admin"
          description="Manages users, permissions and applications."
          {...form.getInputProps('isAdmin', { type: 'checkbox' })}
        />
      </Section>
      <Section
        title="Password"
        lead={
          isSelf
            ? 'Leave it empty to keep yours. A new one set here signs you out everywhere; set under Profile it does not.'
            : `Leave it empty to keep it. A new one signs ${user.name} out, and they then choose their own.`
        }
      >
        <div className={classes.pair}>
          <NewPasswordFields form={form} label="New Password" />
        </div>
      </Section>
    </>
  )
}

export function PermissionFields({ form }: { form: Form }) {
  return (
    <>
      <Section title="Company permissions" lead="Their role in the company, and whose reports they read.">
        <div className={classes.row}>
          {COMPANY.map((flag) => (
            <Checkbox key={flag} label={FLAGS[flag]} {...form.getInputProps(flag, { type: 'checkbox' })} />
          ))}
        </div>
      </Section>
      <Section title="Apps" lead="What they may open. It appears on their page within seconds.">
        <div className={classes.switches}>
          {ACCESS.map((flag) => (
            <Switch
              key={flag}
              label={FLAGS[flag]}
              withThumbIndicator={false}
              {...form.getInputProps(flag, { type: 'checkbox' })}
            />
          ))}
        </div>
      </Section>
    </>
  )
}

function useDepartmentChoices(present: string) {
  const { data = [], error, isPending: isLoading } = useQuery(departments)
  const choices = useMemo(() => {
    const names = new Set([...data.map(({ empType }) => empType), present])
    const sorted = [...names].filter((name) => name && name !== EVERYONE).sort(compareText)
    return [{ value: '', label: 'No department' }, ...sorted.map((name) => ({ value: name, label: name }))]
  }, [data, present])
  return { choices, isLoading, error: data.length === 0 ? error : null }
}

/** Returns everybody who may be a manager, and the user's present manager even if that person no longer may be one. */
function useManagerChoices({ _id, permissions: { myManager } }: User) {
  const { data, error, isPending: isLoading } = useQuery(users.managers)
  const isFormer = data !== undefined && myManager !== null && !data.some(({ user }) => user === myManager)
  const { data: former } = useQuery({ ...users.one(myManager ?? 0), enabled: isFormer })
  const choices = useMemo(() => {
    const all = [...(data ?? []), ...(isFormer && former ? [{ user: former._id, name: former.name }] : [])]
    const isUnique = new Map<string, boolean>()
    for (const { name } of all) isUnique.set(name, !isUnique.has(name))
    const others = all.filter(({ user }) => user !== _id) // nobody is their own manager
    return [
      { value: '', label: 'No manager' },
      ...others.map(({ user, name }) => ({
        value: String(user),
        label: isUnique.get(name) ? name : `${name} (ID ${user})`,
      })),
    ]
  }, [data, former, isFormer, _id])
  return { choices, isLoading, error: data ? null : error }
}

export function PlaceFields({ form, user }: FieldsProps) {
  const department = useDepartmentChoices(user.permissions.empType)
  const manager = useManagerChoices(user)
  return (
    <Section title="Team" lead="Where they belong, and who reads their reports.">
      <ErrorAlert error={department.error} />
      <ErrorAlert error={manager.error} />
      <div className={classes.pair}>
        <SearchSelect
          label="Department"
          data={department.choices}
          isLoading={department.isLoading}
          {...choice}
          {...form.getInputProps('dept')}
        />
        <SearchSelect
          label="Manager"
          data={manager.choices}
          isLoading={manager.isLoading}
          {...choice}
          {...form.getInputProps('manager')}
        />
      </div>
    </Section>
  )
}
