import { textOf } from '@qd/web-base'
import { openDialog } from '@qd/web-frame'
import { ProfileForm } from './profile-form.tsx'

/** Basic information in a dialog (S2.26). */
export function openProfileDialog(): void {
  openDialog(({ close }) => <ProfileForm onSaved={close} onCancel={close} />, {
    title: textOf('accounts', 'account.profile'),
    width: 440,
  })
}
