import { useTexts } from '@qd/web-base'
import type { ReactNode } from 'react'
import '../texts.ts'
import styles from './login-page.module.css'

/** The sandbox's accounts are public by design; outside the sandbox none of them exists. */
const ACCOUNTS = ['admin', 'operator', 'developer', 'reviewer', 'reader'] as const
const PASSWORD = 'quarterdeck-sandbox'

/** Fills the form with one of the sandbox's accounts. */
export function SandboxAccounts(props: {
  onPick: (account: { username: string; password: string }) => void
}): ReactNode {
  const t = useTexts('session')
  const [before, after] = t('login.sandboxHint', { password: PASSWORD }).split(PASSWORD)
  return (
    <section className={styles.accounts}>
      <div className={styles.accountsHead}>
        <h2>{t('login.sandbox')}</h2>
        <p>
          {before}
          <code>{PASSWORD}</code>
          {after}
        </p>
      </div>
      <ul className={styles.list}>
        {ACCOUNTS.map((username) => (
          <li key={username}>
            <button
              type="button"
              className={styles.account}
              onClick={() => props.onPick({ username, password: PASSWORD })}
            >
              <code>{username}</code>
              <span>{t(`login.roles.${username}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
