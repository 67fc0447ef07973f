import type { RouteReply } from '@qd/contract-kit'
import { useCall, useSend } from '@qd/web-calls'
import { LoadingRows, Panel } from '@qd/web-controls'
import { ErrorState } from '@qd/web-frame'
import { Switch } from 'antd'
import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { chooseKind, notificationSettings } from '../../contract/index.ts'
import type { KindChoice } from '../../contract/index.ts'
import { useNotificationsTexts } from '../texts.ts'
import { MailRow } from './mail-row.tsx'
import styles from './settings.module.css'

interface RowProps {
  choice: KindChoice
  mail: RouteReply<typeof notificationSettings>['mail']
  onChanged: () => void
}

function ChoiceRow({ choice, mail, onChanged }: RowProps): ReactNode {
  const t = useNotificationsTexts()
  const send = useSend(chooseKind, { tag: 'notifications:settings.title', told: 'toast' })
  const { kind, name, inConsole, byMail } = choice
  const choose = (change: Partial<KindChoice>) =>
    send.mutate({ body: { kind, inConsole, byMail, ...change } }, { onSettled: onChanged })
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Switch
          size="small"
          aria-label={`${name}: ${t('settings.inConsole')}`}
          checked={inConsole}
          loading={send.isPending}
          onChange={(isOn) => choose({ inConsole: isOn })}
        />
      </td>
      {mail.isOn ? (
        <td>
          <Switch
            size="small"
            aria-label={`${name}: ${t('settings.byMail')}`}
            checked={byMail}
            disabled={mail.address === '' && !byMail}
            loading={send.isPending}
            onChange={(isOn) => choose({ byMail: isOn })}
          />
        </td>
      ) : null}
    </tr>
  )
}

/** What the own account is told of, in the console and by mail. */
export default function SettingsPanel(): ReactNode {
  const t = useNotificationsTexts()
  const settings = useCall(
    notificationSettings,
    { body: {} },
    { tag: 'notifications:settings.title', told: 'inline' },
  )
  const refresh = () => void settings.refetch()
  return (
    <Panel title={t('settings.title')} icon={<BellRing size={15} aria-hidden />}>
      {settings.isError ? (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : settings.data === undefined ? (
        <LoadingRows rows={3} />
      ) : (
        <>
          <MailRow mail={settings.data.mail} onChanged={refresh} />
          <table className={styles.kinds}>
            <thead>
              <tr>
                <th scope="col">{t('settings.kind')}</th>
                <th scope="col">{t('settings.inConsole')}</th>
                {settings.data.mail.isOn ? <th scope="col">{t('settings.byMail')}</th> : null}
              </tr>
            </thead>
            <tbody>
              {settings.data.kinds.map((choice) => (
                <ChoiceRow key={choice.kind} choice={choice} onChanged={refresh} mail={settings.data.mail} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </Panel>
  )
}
