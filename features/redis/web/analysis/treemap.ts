/** A rectangle in percent of the area, from its upper left corner. */
export interface Tile {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface Rest {
  left: number
  top: number
  width: number
  height: number
}

/** The worst proportion in a row of these areas along a side; 1 is a square. */
function worst(areas: readonly number[], sum: number, side: number): number {
  const most = Math.max(...areas)
  const least = Math.min(...areas)
  return Math.max((side * side * most) / (sum * sum), (sum * sum) / (side * side * least))
}

/** Puts a row of areas along the shorter side of what is left and takes it from there. */
function place(areas: readonly number[], sum: number, rest: Rest): Rest[] {
  const isUpright = rest.width >= rest.height
  const depth = sum / (isUpright ? rest.height : rest.width)
  let along = isUpright ? rest.top : rest.left
  const tiles = areas.map((area) => {
    const length = area / depth
    const tile = isUpright
      ? { left: rest.left, top: along, width: depth, height: length }
      : { left: along, top: rest.top, width: length, height: depth }
    along += length
    return tile
  })
  if (isUpright) {
    rest.left += depth
    rest.width -= depth
  } else {
    rest.top += depth
    rest.height -= depth
  }
  return tiles
}

/**
 * Squarified treemap (Bruls, Huizing, van Wijk 2000): rectangles of these weights, as square as they get. Weights come
 * largest first and are above 0; `aspect` is width by height of the area.
 */
export function treemap(weights: readonly number[], aspect: number): Tile[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const rest: Rest = { left: 0, top: 0, width: aspect, height: 1 }
  const areas = weights.map((weight) => (weight / total) * aspect)
  const tiles: Rest[] = []
  let row: number[] = []
  let sum = 0
  for (const area of areas) {
    const side = Math.min(rest.width, rest.height)
    if (row.length > 0 && worst([...row, area], sum + area, side) > worst(row, sum, side)) {
      tiles.push(...place(row, sum, rest))
      row = []
      sum = 0
    }
    row.push(area)
    sum += area
  }
  if (row.length > 0) tiles.push(...place(row, sum, rest))
  return tiles.map(({ left, top, width, height }) => ({
    left: (left / aspect) * 100,
    top: top * 100,
    width: (width / aspect) * 100,
    height: height * 100,
  }))
}
