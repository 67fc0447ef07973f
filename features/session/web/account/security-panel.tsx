import { textOf, useSession, useTexts } from '@qd/web-base'
import { call, queryClient, queryKeyOf, useCall } from '@qd/web-calls'
import { LoadingRows, Panel, Tag } from '@qd/web-controls'
import { ErrorState, openDialog, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { KeyRound, ShieldCheck, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { getSecondFactor, getUserInfo } from '../../contract/index.ts'
import { openPasswordDialog } from '../password/password-dialog.tsx'
import { SetUpSecondFactor } from '../second-factor/set-up-second-factor.tsx'
import '../texts.ts'
import styles from './account.module.css'
import { openDisableDialog, openRenewDialog } from './second-factor-dialogs.tsx'

/** Reads anew what the second factor's panel and the session's user show. */
export async function refreshSecondFactor(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: queryKeyOf(getSecondFactor) })
  useSession
    .getState()
    .setUserInfo(await call(getUserInfo, {}, { tag: 'session:account.security', told: 'toast' }))
}

function openSetUpDialog(): void {
  openDialog(
    ({ close }) => (
      <SetUpSecondFactor
        asksPassword
        onDone={() => {
          toast.success(textOf('session', 'factor.done'))
          close()
        }}
      />
    ),
    {
      title: textOf('session', 'factor.title'),
      width: 440,
      isDismissible: false,
      onClose: () => void refreshSecondFactor(),
    },
  )
}

function SecondFactor(): ReactNode {
  const t = useTexts('session')
  const state = useCall(getSecondFactor, {}, { tag: 'session:factor.title', told: 'face' })
  if (state.isError) return <ErrorState error={state.error} onRetry={() => void state.refetch()} />
  if (state.data === undefined) return <LoadingRows rows={2} />
  const { isOn, isForced, recoveryCodesLeft } = state.data
  return (
    <div className={styles.item}>
      <Smartphone size={15} aria-hidden />
      <div className={styles.what}>
        <strong>
          {t('factor.title')}
          <Tag tone={isOn ? 'ok' : 'neutral'}>{t(isOn ? 'factor.on' : 'factor.off')}</Tag>
        </strong>
        <span>{isOn ? t('factor.codesLeft', { left: recoveryCodesLeft }) : t('factor.about')}</span>
        {isOn && isForced ? <span>{t('factor.isForced')}</span> : null}
      </div>
      <div className={styles.buttons}>
        {isOn ? <Button onClick={openRenewDialog}>{t('factor.renew')}</Button> : null}
        {isOn && !isForced ? (
          <Button danger onClick={openDisableDialog}>
            {t('factor.turnOff')}
          </Button>
        ) : null}
        {isOn ? null : (
          <Button type="primary" onClick={openSetUpDialog}>
            {t('factor.turnOn')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Password and second factor. */
export function SecurityPanel(): ReactNode {
  const t = useTexts('session')
  const hasPassword = useSession((state) => state.userInfo?.hasPassword ?? true)
  return (
    <Panel title={t('account.security')} icon={<ShieldCheck size={15} aria-hidden />}>
      <div className={styles.item}>
        <KeyRound size={15} aria-hidden />
        <div className={styles.what}>
          <strong>{t('account.password')}</strong>
          <span>{t(hasPassword ? 'password.others' : 'account.noPassword')}</span>
        </div>
        {hasPassword ? (
          <div className={styles.buttons}>
            <Button onClick={openPasswordDialog}>{t('password.save')}</Button>
          </div>
        ) : null}
      </div>
      {hasPassword ? <SecondFactor /> : null}
    </Panel>
  )
}
