import { IconButton } from '@qd/web-controls'
import { FieldFrame } from '@qd/web-forms'
import { Button, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import styles from './keys.module.css'
import type { Pair } from './new-key-content.ts'

/** Several names with a value each: fields of a hash, members with their scores. */
export function PairsField(props: { name: string; label: string; names: string; values: string }): ReactNode {
  const t = useRedisTexts()
  const { name, label, names, values } = props
  return (
    <FieldFrame name={name} label={label}>
      {(field, control) => {
        const pairs = field.value as readonly Pair[]
        const put = (at: number, change: Partial<Pair>): void =>
          field.set(pairs.map((pair, index) => (index === at ? { ...pair, ...change } : pair)))
        return (
          <div className={styles.pairs}>
            {pairs.map((pair, at) => (
              // eslint-disable-next-line react/no-array-index-key -- a pair is its place
              <div key={at} className={styles.pairLine}>
                <Input
                  id={at === 0 ? control.id : undefined}
                  aria-label={`${names} ${at + 1}`}
                  aria-invalid={control['aria-invalid']}
                  placeholder={names}
                  value={pair.name}
                  onChange={({ target }) => put(at, { name: target.value })}
                />
                <Input
                  aria-label={`${values} ${at + 1}`}
                  placeholder={values}
                  value={pair.value}
                  onChange={({ target }) => put(at, { value: target.value })}
                />
                <IconButton
                  isSmall
                  label={t('keys.create.less', { number: at + 1 })}
                  disabled={pairs.length === 1}
                  onClick={() => field.set(pairs.filter((_pair, index) => index !== at))}
                >
                  <X size={13} aria-hidden />
                </IconButton>
              </div>
            ))}
            <Button
              size="small"
              icon={<Plus size={13} aria-hidden />}
              onClick={() => field.set([...pairs, { name: '', value: '' }])}
            >
              {t('keys.create.more')}
            </Button>
          </div>
        )
      }}
    </FieldFrame>
  )
}
