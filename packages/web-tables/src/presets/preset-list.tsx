import { RefreshCw, Trash2, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import type { FilterPreset } from '@qd/web-frame'
import styles from './presets.module.css'

export interface PresetListProps {
  presets: readonly FilterPreset[]
  mayShare: boolean
  onApply: (preset: FilterPreset) => void
  /** Puts the present filter under the old name. */
  onOverwrite: (preset: FilterPreset) => void
  onShare: (preset: FilterPreset) => void
  onRemove: (preset: FilterPreset) => void
}

/** The presets of a page: own ones first, then those of others. */
export function PresetList(props: PresetListProps): ReactNode {
  const t = useKitText()
  const { presets } = props
  if (presets.length === 0) return <p className={styles.none}>{t('preset.none')}</p>
  return (
    <ul className={styles.list}>
      {presets.map((preset) => (
        <li key={preset.id} className={styles.item}>
          <button type="button" className={styles.apply} onClick={() => props.onApply(preset)}>
            <span className={styles.name}>{preset.name}</span>
            {preset.isOwn ? null : <span className={styles.owner}>{preset.ownerName}</span>}
            {preset.isShared ? <Users size={13} aria-label={t('preset.shared')} /> : null}
          </button>
          {preset.mayChange ? (
            <>
              {props.mayShare && preset.isOwn ? (
                <IconButton
                  isSmall
                  aria-pressed={preset.isShared}
                  label={t(preset.isShared ? 'preset.unshare' : 'preset.share', { name: preset.name })}
                  className={preset.isShared ? styles.on : undefined}
                  onClick={() => props.onShare(preset)}
                >
                  <Users size={13} />
                </IconButton>
              ) : null}
              {preset.isOwn ? (
                <IconButton
                  isSmall
                  label={t('preset.overwrite', { name: preset.name })}
                  onClick={() => props.onOverwrite(preset)}
                >
                  <RefreshCw size={13} />
                </IconButton>
              ) : null}
              <IconButton
                isSmall
                label={t('preset.remove', { name: preset.name })}
                onClick={() => props.onRemove(preset)}
              >
                <Trash2 size={13} />
              </IconButton>
            </>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
