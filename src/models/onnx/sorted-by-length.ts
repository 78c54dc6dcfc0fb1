/**
 * Works through items in groups of like length, so that little is padding; results in the items' order.
 * @param size items in a group at most
 */
export async function sortedByLength<Item, Result>(
  items: readonly Item[],
  lengthOf: (item: Item) => number,
  size: number,
  work: (group: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const order = [...items.keys()].sort((a, b) => lengthOf(items[b]!) - lengthOf(items[a]!) || a - b)
  const results = new Array<Result>(items.length)
  for (let start = 0; start < order.length; start += size) {
    const places = order.slice(start, start + size)
    const worked = await work(places.map((place) => items[place]!))
    for (const [index, place] of places.entries()) results[place] = worked[index]!
  }
  return results
}
