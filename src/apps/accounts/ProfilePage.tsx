/** One's own profile (spec §2 Profile). */
import {
  type MantineColorScheme,
  SegmentedControl,
  type SegmentedControlItem,
  useMantineColorScheme,
} from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMe } from '#src/api/session.ts'
import { SubPage } from '#src/screen/SubPage.tsx'
import { lazyPart } from '#src/ui/lazy-code.tsx'
import { MyDepartmentForm } from './MyDepartmentForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import classes from './ProfilePage.module.css'

const Notifications = lazyPart(() => import('./notifications/Notifications.tsx').then((m) => m.Notifications))

const SCHEMES: SegmentedControlItem<MantineColorScheme>[] = [
  { value: 'auto', label: 'As the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <section className={classes.section} aria-labelledby="appearance">
      <h2 id="appearance">Appearance</h2>
      <SegmentedControl aria-labelledby="appearance" data={SCHEMES} value={colorScheme} onChange={setColorScheme} />
    </section>
  )
}

export function ProfilePage() {
  const me = useMe()
  return (
    <div className={classes.page}>
      <SubPage title="Profile" parent={<Link to="/">Home</Link>}>
        <ProfileForm me={me} />
        {me.permissions.isCEP && <MyDepartmentForm me={me} />}
        <Appearance />
        <Notifications me={me} />
      </SubPage>
    </div>
  )
}
