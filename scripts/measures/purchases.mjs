// The calls that the measurements make to a shop.

const json = { 'content-type': 'application/json' };

export async function post(url, body, headers = {}) {
  const response = await fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response;
}

async function untilDelivered(shop, session, cookie) {
  const since = performance.now();
  while (performance.now() - since < 20_000) {
    const answer = await post(`${shop.url}/api/subscription/verify`, { session_id: session }, { cookie });
    const { status, orderId } = await answer.json();
    if (status === 'ok') return orderId;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`${session} was paid and not delivered within 20 seconds`);
}

async function plans(shop) {
  const { packages } = await (await fetch(`${shop.url}/api/subscription/get_initial_data`)).json();
  return packages.map((plan) => plan.product_id);
}

/** Begins to buy a plan, by default the first; returns the session and the buyer's cookie. */
export async function checkoutOf(shop, email, selectedPackage) {
  const wish = { email, selectedPackage: selectedPackage ?? (await plans(shop))[0] };
  const answer = await post(`${shop.url}/api/subscription/get_checkout_link`, wish);
  const [cookie] = answer.headers.getSetCookie()[0].split(';');
  const session = new URL((await answer.json()).checkout_url).pathname.split('/').at(-1);
  return { session, cookie };
}

/** Buys, pays and waits for the delivery, plan by plan: `{ session, cookie, number, email }` of each. */
export async function buy(shop, count = 12) {
  const offered = await plans(shop);
  const bought = [];
  for (let index = 0; index < count; index += 1) {
    const email = `real-${index}@example.com`;
    const { session, cookie } = await checkoutOf(shop, email, offered[index % offered.length]);
    await post(`${shop.sandbox}/control/sessions/${session}/pay`, {});
    const number = await untilDelivered(shop, session, cookie);
    bought.push({ session, cookie: cookie.split('=')[1], number, email });
  }
  return bought;
}

/** The success page's status calls for each of these orders, with its buyer's cookie. */
export const statusCalls = (orders) =>
  orders.map(({ session, cookie, number, email }) => ({
    method: 'POST',
    path: '/api/subscription/verify',
    headers: { ...json, cookie: `buyer=${cookie}` },
    body: JSON.stringify({ session_id: session }),
    holds: ['"status":"ok"', '"payment_status":"paid"', `"orderId":"${number}"`, `"email":"${email}"`],
  }));

/** A checkout of a new buyer each time. */
export async function checkout(shop) {
  const [selectedPackage] = await plans(shop);
  return {
    method: 'POST',
    path: '/api/subscription/get_checkout_link',
    headers: { ...json, 'idempotency-key': 'load-attempt-{n}' },
    body: JSON.stringify({ email: 'load-{n}@example.com', selectedPackage, language: 'en', return_to: '/buy' }),
    holds: [`"status":"ok","checkout_url":"${shop.sandbox}/pay/cs_test_`],
    fresh: true,
  };
}
