// Waiting for what the page shows, however slow the machine is: nothing here takes a fixed time.

/** The longest wait, in milliseconds: a machine that builds at the same time takes minutes for what it else does in seconds. */
export const LONG = 180_000;

/** Does it again and again until it throws nothing; at the end of the wait, what it threw last. */
export async function until(holds) {
  for (const end = Date.now() + LONG; ; await new Promise((later) => setTimeout(later, 25))) {
    try {
      return await holds();
    } catch (wrong) {
      if (Date.now() > end) throw wrong;
    }
  }
}

/** The address of the page, once it has stayed the same for longer than it takes to follow the steps. */
export async function settled(page) {
  await page.evaluate(
    () =>
      new Promise((done) => {
        let [before, since] = [location.href, performance.now()];
        const look = () => {
          if (location.href !== before) [before, since] = [location.href, performance.now()];
          if (performance.now() - since > 600) done();
          else setTimeout(look, 50);
        };
        look();
      }),
  );
  return page.url();
}

/** The page has its layout: what it measures when it is first drawn is in the frames after it. */
export const drawn = (page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
  });
