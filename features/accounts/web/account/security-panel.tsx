import { useSession, useTexts } from '@qd/web-base'
import { Item, LoadingRows, Panel } from '@qd/web-controls'
import { Slot } from '@qd/web-frame'
import { Button } from 'antd'
import { KeyRound, ShieldCheck } from 'lucide-react'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { openPasswordDialog } from '../password/password-dialog.tsx'
import type { SecurityRowProps } from '../slots.ts'
import '../texts.ts'

function SecurityRow(row: SecurityRowProps): ReactNode {
  return <Item {...row} isAlone />
}

/** Password and second factor. */
export function SecurityPanel(): ReactNode {
  const t = useTexts('accounts')
  const hasPassword = useSession((state) => state.userInfo?.hasPassword ?? true)
  return (
    <Panel title={t('account.security')} icon={<ShieldCheck size={15} aria-hidden />}>
      <SecurityRow
        icon={<KeyRound size={15} aria-hidden />}
        title={t('account.password')}
        buttons={hasPassword ? <Button onClick={openPasswordDialog}>{t('password.save')}</Button> : null}
      >
        <span>{t(hasPassword ? 'password.others' : 'account.noPassword')}</span>
      </SecurityRow>
      {hasPassword ? (
        <Suspense fallback={<LoadingRows rows={2} />}>
          <Slot name="secondFactor" values={{ row: SecurityRow }} />
        </Suspense>
      ) : null}
    </Panel>
  )
}
