# The page and the grader in a container, not as root:
#   docker build -t noughts .
#   docker run --rm -p 8000:8000 noughts
#   docker run --rm -v "$PWD:/work" noughts grade submissions/ --html report.html
# docs/grading.md says what the container must be allowed for the sandbox, and what happens without.
FROM python:3.12-slim-bookworm AS build
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
COPY pyproject.toml CMakeLists.txt README.md LICENSE /source/
COPY scripts/backend.py scripts/last_change.py /source/scripts/
COPY core /source/core
COPY src /source/src
# What is locked has hashes; the package itself is built here.
COPY requirements/web.txt requirements/build.txt /source/requirements/
RUN python -m venv /opt/noughts \
    && /opt/noughts/bin/pip install --no-cache-dir --require-hashes -r /source/requirements/web.txt -r /source/requirements/build.txt \
    && /opt/noughts/bin/pip install --no-cache-dir --no-deps --no-build-isolation /source \
    && /opt/noughts/bin/pip uninstall --yes cmake ninja nanobind scikit-build-core pip

FROM python:3.12-slim-bookworm
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 1000 --create-home noughts
COPY --from=build /opt/noughts /opt/noughts
ENV PATH=/opt/noughts/bin:$PATH XDG_STATE_HOME=/tmp
USER 1000
WORKDIR /work
EXPOSE 8000
ENTRYPOINT ["noughts"]
CMD ["web", "--host", "0.0.0.0"]
