import { ITEMS, QUESTS } from '../../world/catalogue.ts'
import type { BagRow, HeroRow, PlayerDocument, QuestRow, Table } from '../document.ts'
import { heroPower } from '../hero-power.ts'
import { sumOf } from '../int64.ts'

function mapRows<Row>(table: Table<Row>, settle: (row: Row) => Row): Table<Row> {
  return Object.fromEntries(Object.entries(table).map(([key, row]) => [key, settle(row)]))
}

function settleBag(row: BagRow, nowSeconds: number): BagRow {
  const quality = ITEMS.get(row.itemId)?.quality ?? row.quality
  return { ...row, quality, gainAt: row.gainAt === 0 ? nowSeconds : row.gainAt }
}

function settleHero(row: HeroRow): HeroRow {
  return { ...row, power: heroPower(row) }
}

function settleQuest(row: QuestRow): QuestRow {
  return row.name === '' ? { ...row, name: QUESTS.get(row.questId)?.name ?? '' } : row
}

/** Brings what the game computes in line after an edit: qualities, powers, names of quests. */
export function settleDerived(
  before: PlayerDocument,
  after: PlayerDocument,
  nowSeconds: number,
): PlayerDocument {
  const settled: PlayerDocument = { ...after }
  if (after.bag !== before.bag) settled.bag = mapRows(after.bag, (row) => settleBag(row, nowSeconds))
  if (after.quest !== before.quest) settled.quest = mapRows(after.quest, settleQuest)
  if (after.hero !== before.hero) {
    settled.hero = mapRows(after.hero, settleHero)
    settled.role = { ...after.role, power: sumOf(Object.values(settled.hero).map((hero) => hero.power)) }
  }
  return settled
}
