import { textOf, useSession, useTexts } from '@qd/web-base'
import { call, newConfirmation, queryClient, queryKeyOf, useCall } from '@qd/web-calls'
import { LoadingRows, Tag } from '@qd/web-controls'
import { ErrorState, openDialog, toast } from '@qd/web-frame'
import type { WebSlots } from '@qd/web-frame'
import { Button } from 'antd'
import { Smartphone } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { getSecondFactor, getUserInfo, startSecondFactor } from '../../contract/index.ts'
import '../texts.ts'
import { openDisableDialog, renewCodes } from './second-factor-dialogs.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

/** Reads anew what the second factor's panel and the session's user show. */
async function refreshSecondFactor(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: queryKeyOf(getSecondFactor) })
  useSession
    .getState()
    .setUserInfo(await call(getUserInfo, {}, { tag: 'session:factor.title', told: 'toast' }))
}

/** The call for a secret asks for the proof first; the dialog opens once there is one. */
async function setUp(): Promise<void> {
  const confirmation = newConfirmation({ title: textOf('session', 'factor.title') })
  const secret = await call(
    startSecondFactor,
    { body: {} },
    { tag: 'session:factor.title', told: 'toast', confirmation },
  )
  openDialog(
    ({ close }) => (
      <SetUpSecondFactor
        secret={secret}
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
      onClose: quietly(refreshSecondFactor),
    },
  )
}

/** The call that fails tells it itself. */
const quietly = (run: () => Promise<void>) => () => void run().catch(() => undefined)

/** The second factor on the page of the own account, in a row as that page has them. */
export default function SecondFactorRow({
  row: Row,
}: ComponentProps<NonNullable<WebSlots['secondFactor']>>): ReactNode {
  const t = useTexts('session')
  const state = useCall(getSecondFactor, {}, { tag: 'session:factor.title', told: 'inline' })
  if (state.isError) return <ErrorState error={state.error} onRetry={() => void state.refetch()} />
  if (state.data === undefined) return <LoadingRows rows={2} />
  const { isOn, isForced, recoveryCodesLeft } = state.data
  return (
    <Row
      icon={<Smartphone size={15} aria-hidden />}
      title={
        <>
          {t('factor.title')}
          <Tag tone={isOn ? 'ok' : 'neutral'}>{t(isOn ? 'factor.on' : 'factor.off')}</Tag>
        </>
      }
      buttons={
        <>
          {isOn ? <Button onClick={quietly(renewCodes)}>{t('factor.renew')}</Button> : null}
          {isOn && !isForced ? (
            <Button danger onClick={openDisableDialog}>
              {t('factor.turnOff')}
            </Button>
          ) : null}
          {isOn ? null : (
            <Button type="primary" onClick={quietly(setUp)}>
              {t('factor.turnOn')}
            </Button>
          )}
        </>
      }
    >
      <span>{isOn ? t('factor.codesLeft', { left: recoveryCodesLeft }) : t('factor.about')}</span>
      {isOn && isForced ? <span>{t('factor.isForced')}</span> : null}
    </Row>
  )
}
