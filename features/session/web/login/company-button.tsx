import { useTexts } from '@qd/web-base'
import { useCall, useSend } from '@qd/web-calls'
import { Button } from 'antd'
import { Building2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { getSignInWays, startOidc } from '../../contract/index.ts'
import '../texts.ts'
import styles from './login-page.module.css'

/** Sign-in through the identity provider, where one is set up. With `code` it accepts that invitation. */
export function CompanyButton(props: { redirect?: string; code?: string }): ReactNode {
  const t = useTexts('session')
  const ways = useCall(
    getSignInWays,
    {},
    {
      staleTimeMs: Number.POSITIVE_INFINITY,
      tag: 'session:login.submit',
      told: { quiet: 'signing in with a password works without it' },
    },
  )
  const start = useSend(startOidc, { tag: 'session:login.submit', told: 'alert' })
  const label = ways.data?.oidc?.label
  if (label === undefined) return null
  const { redirect, code } = props
  const body = {
    ...(redirect === undefined ? {} : { redirect }),
    ...(code === undefined ? {} : { code }),
  }
  const onClick = () =>
    start.mutate(
      { body },
      {
        onSuccess: ({ address }) => window.location.assign(address),
      },
    )
  return (
    <>
      <p className={styles.or}>
        <span>{t('login.or')}</span>
      </p>
      <Button
        size="large"
        block
        icon={<Building2 size={15} aria-hidden />}
        loading={start.isPending || start.isSuccess}
        onClick={onClick}
      >
        {t('login.company', { label })}
      </Button>
    </>
  )
}
