import type { MenuItem } from '@qd/web-controls'
import { copyAloud } from '@qd/web-frame'
import {
  Clock,
  Copy,
  CopyPlus,
  Download,
  ExternalLink,
  Eye,
  FolderInput,
  FolderOutput,
  FolderSearch,
  Infinity as NoEnd,
  Pencil,
  RotateCw,
  Star,
  Trash2,
  UserRound,
} from 'lucide-react'
import type { KeySelection, RedisBytes } from '../../contract/index.ts'
import { copiedBytes } from '../detail/model/bytes.ts'
import { useRedisTexts } from '../texts.ts'
import type { RedisTexts } from '../texts.ts'
import { showKey } from '../workspace/workspace.ts'
import { openExport } from '../transfer/export-dialog.tsx'
import { openBulk } from './bulk-dialog.tsx'
import { askRemove, openExpire, openRename, persist } from './edit-dialogs.tsx'
import { timeLeft } from './facts-cache.ts'
import type { FlatRow } from './flat-rows.ts'
import { escapeGlob } from './key-names.ts'
import type { KeySession } from './key-session.ts'
import { copyKinds, mayEdit } from './may-edit.ts'
import { openPlayer, uIdInKey, useServersOfLine } from './player-of-key.ts'
import { useSearches } from './searches.ts'

export interface RowActions {
  itemsOf: (flat: FlatRow) => readonly MenuItem[]
  /** False: the key may not be changed. */
  remove: (key: RedisBytes) => boolean
  rename: (key: RedisBytes) => boolean
}

const ICON = { size: 14, 'aria-hidden': true } as const
const COPY_ICONS = {
  duplicate: <CopyPlus {...ICON} />,
  copy: <FolderOutput {...ICON} />,
  move: <FolderInput {...ICON} />,
} as const

/** What changes one key and keeps it. */
function editsOf(session: KeySession, key: RedisBytes, t: RedisTexts): MenuItem[] {
  const { database } = session
  return [
    {
      key: 'rename',
      label: t('keys.menu.rename'),
      icon: <Pencil {...ICON} />,
      isSeparated: true,
      onSelect: () => openRename(database, key),
    },
    {
      key: 'expire',
      label: t('keys.menu.expire'),
      icon: <Clock {...ICON} />,
      onSelect: () => {
        const known = session.facts.get(key)
        openExpire(database, key, known === undefined ? -1 : (timeLeft(known, Date.now()) ?? -1))
      },
    },
    {
      key: 'persist',
      label: t('keys.menu.persist'),
      icon: <NoEnd {...ICON} />,
      onSelect: () => void persist(database, key),
    },
  ]
}

/** What changes all keys of a folder and keeps them. */
function folderEditsOf(session: KeySession, prefix: RedisBytes, t: RedisTexts): MenuItem[] {
  return [
    {
      key: 'expire',
      label: t('keys.bulk.folderExpire'),
      icon: <Clock {...ICON} />,
      isSeparated: true,
      onSelect: () => openBulk(session, { kind: 'prefix', prefix }, 'expire'),
    },
    {
      key: 'persist',
      label: t('keys.bulk.folderPersist'),
      icon: <NoEnd {...ICON} />,
      onSelect: () => openBulk(session, { kind: 'prefix', prefix }, 'persist'),
    },
  ]
}

/** What can be done with a line of the tree. */
export function useRowActions(session: KeySession): RowActions {
  const t = useRedisTexts()
  const { database } = session
  const { isFavourite, toggle } = useSearches(database.connection.id)
  const isEditable = mayEdit(database) === null
  const servers = useServersOfLine(database.connection.lineId)
  const player = (uId: string | null): MenuItem[] =>
    uId === null
      ? []
      : [
          {
            key: 'player',
            label: t('player.open', { uId }),
            icon: <UserRound {...ICON} />,
            onSelect: () => openPlayer(uId),
          },
        ]
  const star = (kind: 'key' | 'pattern', name: RedisBytes): MenuItem => ({
    key: 'star',
    label: t(isFavourite(kind, name) ? 'keys.menu.unstar' : 'keys.menu.star'),
    icon: <Star {...ICON} />,
    onSelect: () => toggle({ kind, name }),
  })
  // A copy only reads here: a read-only connection offers it, too.
  const copies = (selection: KeySelection): MenuItem[] =>
    copyKinds(database).map((kind, at) => ({
      key: `transfer.${kind}`,
      label: t(`transfer.menu.${kind}`),
      icon: COPY_ICONS[kind],
      isSeparated: at === 0,
      onSelect: () => openBulk(session, selection, kind),
    }))
  const exports = (selection: KeySelection): MenuItem => ({
    key: 'export',
    label: t('transfer.menu.export'),
    icon: <Download {...ICON} />,
    onSelect: () => openExport(database, selection),
  })
  /** The last of a menu and by itself: nobody presses it instead of its neighbour. */
  const removal = (item: Pick<MenuItem, 'key' | 'label' | 'onSelect'>): MenuItem[] =>
    isEditable ? [{ ...item, icon: <Trash2 {...ICON} />, isSeparated: true }] : []
  const ofKey = (key: RedisBytes): MenuItem[] => [
    {
      key: 'open',
      label: t('keys.menu.open'),
      icon: <Eye {...ICON} />,
      onSelect: () => showKey({ databaseId: database.id, key }),
    },
    {
      key: 'tab',
      label: t('keys.menu.openTab'),
      icon: <ExternalLink {...ICON} />,
      onSelect: () => showKey({ databaseId: database.id, key }, true),
    },
    {
      key: 'copy',
      label: t('keys.menu.copy'),
      icon: <Copy {...ICON} />,
      onSelect: () => void copyAloud(copiedBytes(key)),
    },
    star('key', key),
    ...player(uIdInKey(key, servers)),
    ...(isEditable ? editsOf(session, key, t) : []),
    ...copies({ kind: 'keys', keys: [key] }),
    exports({ kind: 'keys', keys: [key] }),
    ...removal({ key: 'remove', label: t('keys.menu.remove'), onSelect: () => askRemove(database, key) }),
  ]
  const ofFolder = (prefix: RedisBytes): MenuItem[] => {
    const pattern = typeof prefix === 'string' ? `${escapeGlob(prefix)}*` : null
    return [
      ...(pattern === null
        ? []
        : [
            {
              key: 'only',
              label: t('keys.menu.only'),
              icon: <FolderSearch {...ICON} />,
              onSelect: () => void session.scan({ pattern, isGlob: true, mode: 'full' }),
            },
          ]),
      {
        key: 'reload',
        label: t('keys.loadFolder'),
        icon: <RotateCw {...ICON} />,
        onSelect: () => void session.loadFolder(prefix),
      },
      {
        key: 'copy',
        label: t('keys.menu.copyPrefix'),
        icon: <Copy {...ICON} />,
        onSelect: () => void copyAloud(copiedBytes(prefix)),
      },
      ...(pattern === null ? [] : [star('pattern', pattern)]),
      ...(isEditable ? folderEditsOf(session, prefix, t) : []),
      ...copies({ kind: 'prefix', prefix }),
      exports({ kind: 'prefix', prefix }),
      ...removal({
        key: 'delete',
        label: t('keys.bulk.folderDelete'),
        onSelect: () => openBulk(session, { kind: 'prefix', prefix }, 'delete'),
      }),
    ]
  }
  return {
    itemsOf: (flat) => {
      if (flat.kind !== 'row') return []
      return flat.row.kind === 'key' ? ofKey(flat.row.key) : ofFolder(flat.row.prefix)
    },
    remove: (key) => {
      if (isEditable) askRemove(database, key)
      return isEditable
    },
    rename: (key) => {
      if (isEditable) openRename(database, key)
      return isEditable
    },
  }
}
