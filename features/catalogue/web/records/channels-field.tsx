import { useTexts } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { FieldFrame, useForm } from '@qd/web-forms'
import { Button, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import styles from './channels-field.module.css'

interface ChannelValue {
  code: string
  name: string
}

interface RowProps {
  index: number
  path: string
  channel: ChannelValue
  onChange: (next: ChannelValue) => void
  onRemove: () => void
}

function ChannelRow({ index, path, channel, onChange, onRemove }: RowProps): ReactNode {
  const t = useTexts('catalogue')
  const { errors, register } = useForm()
  useEffect(() => {
    const ends = [register(`${path}.code`), register(`${path}.name`)]
    return () => ends.forEach((end) => end())
  }, [path, register])
  const error = errors[`${path}.code`] ?? errors[`${path}.name`]
  const number = index + 1
  return (
    <li>
      <div className={styles.row}>
        <Input
          className={styles.code}
          aria-label={t('channel.code', { number })}
          placeholder={t('field.code')}
          status={errors[`${path}.code`] === undefined ? '' : 'error'}
          value={channel.code}
          onChange={({ target }) => onChange({ ...channel, code: target.value })}
        />
        <Input
          aria-label={t('channel.name', { number })}
          placeholder={t('field.name')}
          status={errors[`${path}.name`] === undefined ? '' : 'error'}
          value={channel.name}
          onChange={({ target }) => onChange({ ...channel, name: target.value })}
        />
        <IconButton label={t('channel.remove', { number })} onClick={onRemove}>
          <X size={14} aria-hidden />
        </IconButton>
      </div>
      {error === undefined ? null : (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </li>
  )
}

/** Channels of a line as a list of code and name. */
export function ChannelsField({ name }: { name: string }): ReactNode {
  const t = useTexts('catalogue')
  return (
    <FieldFrame name={name} label={t('kind.channel')} help={t('help.channels')}>
      {(field, control) => {
        const channels = (field.value as ChannelValue[] | undefined) ?? []
        return (
          <div className={styles.box}>
            <ul className={styles.list}>
              {channels.map((channel, index) => (
                <ChannelRow
                  // eslint-disable-next-line react/no-array-index-key -- a row is its place in the list
                  key={index}
                  index={index}
                  path={`${name}.${index}`}
                  channel={channel}
                  onChange={(next) => field.set(channels.with(index, next))}
                  onRemove={() => field.set(channels.toSpliced(index, 1))}
                />
              ))}
            </ul>
            <Button
              id={control.id}
              size="small"
              icon={<Plus size={14} aria-hidden />}
              onClick={() => field.set([...channels, { code: '', name: '' }])}
            >
              {t('channel.add')}
            </Button>
          </div>
        )
      }}
    </FieldFrame>
  )
}
