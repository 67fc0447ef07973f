import { useKitText } from '@qd/web-base'
import { IconButton, MenuButton, Picker } from '@qd/web-controls'
import { openConfirm } from '@qd/web-frame'
import { Button, Form, Input } from 'antd'
import { EllipsisVertical, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useSimulatorTexts } from '../texts.ts'
import { MOST_ENVIRONMENTS } from './environments.ts'
import type { Environments } from './environments.ts'
import styles from './variables-dialog.module.css'

const NAME_CHARS = 40

/** Asks for the name of a new environment, or another one for it. */
function NameForm(props: {
  first: string
  isFree: (name: string) => boolean
  onDone: (name: string) => void
  onLeave: () => void
}): ReactNode {
  const t = useSimulatorTexts()
  const kit = useKitText()
  const [name, setName] = useState(props.first)
  const wanted = name.trim()
  const isTaken = wanted !== props.first && !props.isFree(wanted)
  return (
    <Form
      className={styles.add}
      onFinish={() => (wanted === '' || isTaken ? undefined : props.onDone(wanted))}
    >
      <Input
        // eslint-disable-next-line jsx-a11y/no-autofocus -- it opens where the user pressed a button
        autoFocus
        maxLength={NAME_CHARS}
        aria-label={t('environments.name')}
        placeholder={t('environments.name')}
        status={isTaken ? 'error' : ''}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button htmlType="submit" disabled={wanted === '' || isTaken}>
        {t('environments.keep')}
      </Button>
      <Button onClick={props.onLeave}>{kit('cancel')}</Button>
      {isTaken ? (
        <p role="alert" className={styles.wrong}>
          {t('environments.taken', { name: wanted })}
        </p>
      ) : null}
    </Form>
  )
}

/** Chooses the environment of the connection, makes new ones, renames and deletes them. */
export function EnvironmentBar({ environments }: { environments: Environments }): ReactNode {
  const t = useSimulatorTexts()
  const { list, chosen, isFree, choose, add, rename, remove } = environments
  const [naming, setNaming] = useState<'new' | 'other' | null>(null)
  const leave = (): void => setNaming(null)
  if (naming !== null) {
    const done = (name: string): void => {
      if (naming === 'new') add(name)
      else if (chosen !== null) rename(chosen.id, name)
      leave()
    }
    const first = naming === 'other' ? (chosen?.name ?? '') : ''
    return <NameForm first={first} isFree={isFree} onDone={done} onLeave={leave} />
  }
  const askRemove = ({ id, name }: { id: string; name: string }): void =>
    openConfirm({
      title: t('environments.delete'),
      text: t('environments.deleteAsk', { name }),
      action: t('environments.delete'),
      run: async () => remove(id),
    })
  return (
    <div className={styles.bar}>
      <span aria-hidden>{t('environments.title')}</span>
      <Picker
        label={t('environments.title')}
        value={chosen?.id ?? ''}
        options={[
          { value: '', label: t('environments.none') },
          ...list.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={choose}
      />
      <IconButton
        isSmall
        label={t('environments.add')}
        disabled={list.length >= MOST_ENVIRONMENTS}
        onClick={() => setNaming('new')}
      >
        <Plus size={14} aria-hidden />
      </IconButton>
      {chosen === null ? null : (
        <MenuButton
          label={t('environments.actions', { name: chosen.name })}
          items={[
            { key: 'rename', label: t('environments.rename'), onSelect: () => setNaming('other') },
            { key: 'delete', label: t('environments.delete'), onSelect: () => askRemove(chosen) },
          ]}
        >
          <EllipsisVertical size={14} aria-hidden />
        </MenuButton>
      )}
    </div>
  )
}
