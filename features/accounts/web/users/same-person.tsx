import type { RouteReply } from '@qd/contract-kit'
import { call, newConfirmation, useCall, useMay } from '@qd/web-calls'
import { toast } from '@qd/web-frame'
import { Button, Select } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { userList, userTie, userUntie } from '../../contract/index.ts'
import type { userDetail } from '../../contract/index.ts'
import { useAccountsTexts } from '../texts.ts'
import { useRefresh } from '../use-refresh.ts'
import styles from './users.module.css'

type Detail = RouteReply<typeof userDetail>
interface Named {
  id: string
  username: string
  name: string
}

const ASKER = { tag: 'accounts:users.same.title', told: 'toast' } as const
const FOUND_AT_ONCE = 20
const called = ({ name, username }: Omit<Named, 'id'>) => `${name} (${username})`

/** Finds the other account by name; choosing it asks, with the proof the call wants. */
function OtherAccount(props: { user: Detail; onChoose: (other: Named) => void }): ReactNode {
  const t = useAccountsTexts()
  const [search, setSearch] = useState('')
  const found = useCall(
    userList,
    { body: { ...(search === '' ? {} : { search }), page: 1, pageSize: FOUND_AT_ONCE } },
    { ...ASKER, keepsPrevious: true },
  )
  const others = (found.data?.list ?? []).filter(
    ({ id, mayEdit }) => mayEdit && id !== props.user.id && props.user.sameAs.every((same) => same.id !== id),
  )
  return (
    <Select<string>
      className={styles.search}
      size="small"
      aria-label={t('users.same.add')}
      placeholder={t('users.same.add')}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={found.isFetching}
      value={null as unknown as string}
      options={others.map((other) => ({ value: other.id, label: called(other) }))}
      onChange={(id) => {
        const other = others.find((each) => each.id === id)
        if (other !== undefined) props.onChoose(other)
      }}
    />
  )
}

/** Which other accounts the same person has: nobody approves their own doing with a second one. */
export function SamePerson({ user }: { user: Detail }): ReactNode {
  const t = useAccountsTexts()
  const refresh = useRefresh()
  const mayTie = useMay(userTie) && user.mayEdit
  const tie = async (other: Named) => {
    const text = t('users.same.ask', { name: called(user), other: called(other) })
    const confirmation = newConfirmation({ title: t('users.same.title'), text, action: t('users.same.tie') })
    await call(userTie, { body: { userId: user.id, otherId: other.id } }, { ...ASKER, confirmation })
    toast.success(t('users.same.tied', { name: user.name }))
    await refresh()
  }
  const untie = async () => {
    const confirmation = newConfirmation({
      title: t('users.same.title'),
      text: t('users.same.askUntie', { name: called(user) }),
      action: t('users.same.untie'),
    })
    await call(userUntie, { body: { userId: user.id } }, { ...ASKER, confirmation })
    toast.success(t('users.same.untied', { name: user.name }))
    await refresh()
  }
  // The call has shown its failure.
  const run = (done: Promise<void>) => void done.catch(() => undefined)
  return (
    <section className={styles.section} aria-label={t('users.same.title')}>
      <h3 className={styles.heading}>
        {t('users.same.title')}
        {mayTie ? <OtherAccount user={user} onChoose={(other) => run(tie(other))} /> : null}
      </h3>
      {user.sameAs.length === 0 ? (
        <p className={styles.hint}>{t('users.same.none')}</p>
      ) : (
        <div className={styles.same}>
          {user.sameAs.map((other) => (
            <a key={other.id} href={`#/users?user=${encodeURIComponent(other.id)}`}>
              {called(other)}
            </a>
          ))}
          {mayTie ? (
            <Button size="small" onClick={() => run(untie())}>
              {t('users.same.untie')}
            </Button>
          ) : null}
        </div>
      )}
    </section>
  )
}
