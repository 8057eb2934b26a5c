// An identity provider of other people (npm oidc-provider) on loopback, with one person who never has to type.
// Arguments: the client's address, its back-channel logout address, its secret. Prints its own address when it listens.
import { createServer } from "node:http";
import Provider, { interactionPolicy } from "oidc-provider";

const [redirectUri, logoutUri, secret] = process.argv.slice(2);
const server = createServer();
server.listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "workbench",
        client_secret: secret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [],
        backchannel_logout_uri: logoutUri,
        backchannel_logout_session_required: true,
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    claims: { openid: ["sub"], profile: ["name", "groups"] },
    cookies: { keys: ["only for tests"] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = form;
        },
      },
    },
    // Loopback is refused by its own client, which is right anywhere but in a test.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined }),
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, name: "Ana Berg", groups: ["staff", "makers"] }),
    }),
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}`, policy: interactionPolicy.base() },
    pkce: { required: () => true },
    scopes: ["openid", "profile", "email"],
  });
  const answer = provider.callback();
  server.on("request", async (request, response) => {
    if (!request.url.startsWith("/interaction/")) return answer(request, response);
    try {
      const { prompt, params, session } = await provider.interactionDetails(request, response);
      if (prompt.name === "login") {
        return await provider.interactionFinished(request, response, { login: { accountId: "ana" } });
      }
      const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
      grant.addOIDCScope(params.scope);
      const grantId = await grant.save();
      return await provider.interactionFinished(request, response, { consent: { grantId } });
    } catch (error) {
      response.statusCode = 500;
      response.end(String(error));
    }
  });
  console.log(issuer);
});
